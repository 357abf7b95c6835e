// swift-tools-version: 6.3
import PackageDescription

/// One program for each use of the libraries, of at most 15 lines.
func program(_ name: String, _ libraries: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: libraries.map { .product(name: $0, package: "kymograph") }
  )
}

let package = Package(
  name: "Library",
  dependencies: [.package(name: "kymograph", path: "../..")],
  targets: [
    program("importcsv", ["KymoFormats", "KymoMCAP", "KymoRecording", "KymoSamples"]),
    program("serverecorded", ["KymoMCAP", "KymoSamples", "KymoServer"]),
  ]
)
