// swift-tools-version: 6.3
import PackageDescription

// Functions that are measured: `swift run -c release functions`.
let package = Package(
  name: "functions",
  dependencies: [.package(name: "kymograph", path: "../..")],
  targets: [
    .executableTarget(
      name: "functions",
      dependencies: ["KymoBench", "KymoTool"].map { .product(name: $0, package: "kymograph") }
    )
  ]
)
