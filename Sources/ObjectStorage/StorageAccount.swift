package import AttachmentModel
package import HTTPTransport

/// Endpoint, region and key of a storage, found where Amazon's own tools look for them.
///
/// A variable comes before the file of keys, and that before the file of settings; the profile is AWS_PROFILE's, else
/// `default`.
package struct StorageAccount: Sendable {
    package let endpoint: ObjectEndpoint
    package let signature: HTTPSignature

    /// - Parameters:
    ///   - variables: the environment; an empty variable counts as not set.
    ///   - contents: reads a file; `nil` when it is not there.
    package init(
        variables: [String: String], style: ObjectEndpoint.Style, contents: (_ path: String) -> String?
    ) throws(PreparationError) {
        let variables = variables.filter { !$0.value.isEmpty }
        let home = variables["HOME"].map { $0 + "/.aws/" }
        let profile = variables["AWS_PROFILE"] ?? "default"
        func values(_ variable: String, _ name: String) -> [String: String]? {
            (variables[variable] ?? home.map { $0 + name }).flatMap(contents).flatMap { ProfileFile($0)[profile] }
        }
        let keys = values("AWS_SHARED_CREDENTIALS_FILE", "credentials")
        let settings = values("AWS_CONFIG_FILE", "config")
        let region =
            variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"] ?? keys?["region"] ?? settings?["region"]
            ?? Self.standardRegion
        guard region.utf8.allSatisfy(Self.isRegion), region.utf8.count <= 64 else {
            throw Self.fault("the region is none: letters, digits and hyphens (AWS_REGION)")
        }
        if variables["AWS_PROFILE"] != nil, variables["AWS_ACCESS_KEY_ID"] == nil, keys == nil, settings == nil {
            throw Self.fault("there is no profile of the name in AWS_PROFILE")
        }
        signature = try Self.signature(variables, keys: keys, settings: settings, region: region)
        let address =
            variables["AWS_ENDPOINT_URL_S3"] ?? variables["AWS_ENDPOINT_URL"] ?? keys?["endpoint_url"]
            ?? settings?["endpoint_url"]
        endpoint =
            try address.map { (text) throws(PreparationError) in try ObjectEndpoint(text, style: style) }
            ?? ObjectEndpoint(region: region, style: style)
    }

    /// What servers that know no regions call theirs.
    private static let standardRegion = "us-east-1"

    private static func isRegion(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }

    /// Takes the key and what belongs to it from one and the same place.
    private static func signature(
        _ variables: [String: String], keys: [String: String]?, settings: [String: String]?, region: String
    ) throws(PreparationError) -> HTTPSignature {
        if variables["AWS_ACCESS_KEY_ID"] != nil || variables["AWS_SECRET_ACCESS_KEY"] != nil {
            guard let access = variables["AWS_ACCESS_KEY_ID"], let secret = variables["AWS_SECRET_ACCESS_KEY"] else {
                throw fault("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together")
            }
            return HTTPSignature(
                accessKey: access, secretKey: secret, sessionToken: variables["AWS_SESSION_TOKEN"], region: region)
        }
        for place in [keys, settings] {
            if let access = place?["aws_access_key_id"], let secret = place?["aws_secret_access_key"] {
                return HTTPSignature(
                    accessKey: access, secretKey: secret, sessionToken: place?["aws_session_token"], region: region)
            }
        }
        throw fault(
            "there is no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put them into ~/.aws/credentials")
    }

    private static func fault(_ words: String) -> PreparationError {
        PreparationError(.configurationInvalid, "The S3 storage cannot be used: \(words)")
    }
}
