// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "coalesced",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Coalesced", targets: ["Coalesced"]),
    .library(name: "CoalescedHTTP", targets: ["CoalescedHTTP"]),
    .library(name: "CoalescedStaleness", targets: ["CoalescedStaleness"]),
    .library(name: "CoalescedAdmission", targets: ["CoalescedAdmission"]),
    .library(name: "CoalescedReachability", targets: ["CoalescedReachability"]),
    .library(name: "CoalescedTesting", targets: ["CoalescedTesting"]),
  ],
  targets: [
    .target(name: "Coalesced"),
    .target(name: "CoalescedHTTP", dependencies: ["Coalesced"]),
    .target(name: "CoalescedStaleness"),
    .target(name: "CoalescedAdmission"),
    .target(name: "CoalescedReachability"),
    .target(name: "CoalescedTesting", dependencies: ["Coalesced", "CoalescedReachability"]),
    .target(name: "LoopbackServer"),
    .executableTarget(
      name: "coalesced-demo",
      dependencies: ["Coalesced", "CoalescedHTTP", "CoalescedStaleness", "LoopbackServer"],
      path: "Sources/CoalescedDemo"
    ),
    .executableTarget(
      name: "coalesced-bench",
      dependencies: ["Coalesced", "CoalescedHTTP", "CoalescedStaleness", "CoalescedAdmission", "AllocationCounter"],
      path: "Sources/CoalescedBench"
    ),
    .target(name: "AllocationCounter"),
    .target(name: "ThreadSanitizerShim", path: "Tests/ThreadSanitizerShim"),
    .testTarget(name: "CoalescedTests", dependencies: ["Coalesced", "CoalescedTesting", "ThreadSanitizerShim"]),
    .testTarget(
      name: "CoalescedHTTPTests",
      dependencies: ["CoalescedHTTP", "CoalescedTesting", "LoopbackServer", "ThreadSanitizerShim"]
    ),
    .testTarget(
      name: "CoalescedStalenessTests",
      dependencies: ["CoalescedStaleness", "CoalescedTesting", "ThreadSanitizerShim"]
    ),
    .testTarget(
      name: "CoalescedAdmissionTests",
      dependencies: ["CoalescedAdmission", "CoalescedTesting", "ThreadSanitizerShim"]
    ),
    .testTarget(
      name: "CoalescedReachabilityTests",
      dependencies: ["CoalescedReachability", "CoalescedTesting", "ThreadSanitizerShim"]
    ),
    .testTarget(name: "CoalescedTestingTests", dependencies: ["Coalesced", "CoalescedTesting", "ThreadSanitizerShim"]),
    .testTarget(name: "LoopbackServerTests", dependencies: ["LoopbackServer", "ThreadSanitizerShim"]),
    .testTarget(name: "StressTests", dependencies: ["Coalesced", "CoalescedTesting", "ThreadSanitizerShim"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Coalesced", "CoalescedHTTP", "CoalescedStaleness", "CoalescedAdmission", "CoalescedReachability", "CoalescedTesting",
        "ThreadSanitizerShim",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
