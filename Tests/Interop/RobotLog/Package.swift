// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "RobotLog",
  dependencies: [.package(name: "kymograph", path: "../../..")],
  targets: [
    .executableTarget(
      name: "robotlog",
      dependencies: ["KymoCore", "KymoRecording", "KymoTool"].map {
        .product(name: $0, package: "kymograph")
      }
    )
  ]
)
