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
    ),
    .executableTarget(
      name: "compare",
      dependencies: [
        .product(name: "KymoCapture", package: "kymograph"),
        .product(name: "KymoClient", package: "kymograph"),
        .product(name: "KymoTraffic", package: "kymograph"),
      ]
    ),
    .executableTarget(
      name: "sweep",
      dependencies: [
        .product(name: "KymoBench", package: "kymograph"),
        .product(name: "KymoRecording", package: "kymograph"),
        .product(name: "KymoReport", package: "kymograph"),
        .product(name: "KymoSamples", package: "kymograph"),
      ]
    ),
  ]
)
