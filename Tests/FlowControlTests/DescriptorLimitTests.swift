internal import FlowControl
internal import Glibc
internal import Testing

struct DescriptorLimitTests {
    @Test func `the limit of descriptors is raised as far as the operator allows`() async {
        await #expect(processExitsWith: .success) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit(rlim_cur: 100, rlim_max: 200)
            guard unsafe setrlimit(resource, &limit) == 0 else { fatalError("the limit cannot be set") }
            DescriptorLimit.raise()
            _ = unsafe getrlimit(resource, &limit)
            guard limit.rlim_cur == 200, limit.rlim_max == 200 else { fatalError("\(limit.rlim_cur)") }
        }
    }
}
