// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "JoltTool",
  dependencies: [
    .package(name: "kymograph", path: "../.."),
    .package(path: "../JoltLogic"),
  ],
  targets: [
    .executableTarget(
      name: "jolttool",
      dependencies: [
        .product(name: "KymoBridge", package: "kymograph"),
        .product(name: "KymoCore", package: "kymograph"),
        .product(name: "KymoRecording", package: "kymograph"),
        .product(name: "KymoTool", package: "kymograph"),
        .product(name: "JoltLogic", package: "JoltLogic"),
      ]
    )
  ]
)
