// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "JoltLogic",
  products: [.library(name: "JoltLogic", targets: ["JoltLogic"])],
  targets: [.target(name: "JoltLogic")]
)
