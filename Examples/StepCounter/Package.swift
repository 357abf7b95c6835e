// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "StepCounter",
  dependencies: [.package(name: "kymograph", path: "../..")],
  targets: [
    .executableTarget(
      name: "stepcounter",
      dependencies: ["KymoCore", "KymoBridge", "KymoRecording", "KymoTool"].map {
        .product(name: $0, package: "kymograph")
      }
    )
  ]
)
