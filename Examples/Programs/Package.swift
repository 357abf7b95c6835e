// swift-tools-version: 6.3
import PackageDescription

// Programs of a few lines each, over Kymograph's libraries alone.
let package = Package(
  name: "programs",
  dependencies: [.package(name: "kymograph", path: "../..")],
  targets: [
    .executableTarget(
      name: "gate",
      dependencies: [.product(name: "KymoTrials", package: "kymograph")]
    )
  ]
)
