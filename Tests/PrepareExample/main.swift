// .package(path: "affix") and .product(name: "Affix", package: "affix") in your Package.swift
import Affix
import AttachmentModel

var configuration = PreparerConfiguration()
configuration.baseURL = "https://cdn.example.com/push"
let preparer = try Preparer(configuration)
let receipt = try await preparer.prepare(AttachmentRequest(.link("https://example.com/photo.jpg")))
print(receipt.url)
