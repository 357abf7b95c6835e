// swift-tools-version: 6.3
import PackageDescription

// A package of its own: libFuzzer brings its own main function, which only these programs may have.
// The instrumentation itself is asked for on the command line, so that it reaches KymoBridge too:
// `make fuzz`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "kymograph", path: "../..")],
  targets: ["FuzzCallURL", "FuzzMessage"].map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "KymoBridge", package: "kymograph")],
      swiftSettings: settings
    )
  }
)
