// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "TripWatch",
  dependencies: [.package(name: "kymograph", path: "../..")],
  targets: [
    .executableTarget(
      name: "tripwatch",
      dependencies: ["KymoCore", "KymoBridge", "KymoRecording", "KymoTool"].map {
        .product(name: $0, package: "kymograph")
      }
    )
  ]
)
