// swift-tools-version: 6.3
import PackageDescription

// A package of its own: libFuzzer brings its own main function, which only these programs may have.
// The instrumentation itself is asked for on the command line, so that it reaches the libraries too:
// `make fuzz`. `make fuzz-corpus` builds them without it, with a main function that feeds them what is kept.
let runner: [Target.Dependency] =
  Context.environment["KYMOGRAPH_CORPUS"] == nil ? [] : ["CorpusRunner"]
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
  targets: [
    ("FuzzCallURL", ["KymoBridge"]), ("FuzzMessage", ["KymoBridge"]),
    ("FuzzCapture", ["KymoCapture", "KymoHTTP", "KymoMCAP"]),
    ("FuzzPackets", ["KymoCapture", "KymoMCAP"]),
    ("FuzzStreams", ["KymoCapture", "KymoHTTP", "KymoMCAP"]), ("FuzzScript", ["KymoScript"]),
    ("FuzzProfile", ["KymoProfile"]), ("FuzzReply", ["KymoClient", "KymoHTTP", "KymoMCAP"]),
    ("FuzzRequest", ["KymoHTTP", "KymoMCAP", "KymoServer"]),
    ("FuzzQueue", ["KymoBridge", "KymoMCAP", "KymoServer"]),
    ("FuzzSensors", ["KymoBridge", "KymoServer"]),
    ("FuzzEvents", ["KymoServer", "KymoText"]), ("FuzzNMEA", ["KymoFormats"]),
    ("FuzzTrackXML", ["KymoFormats"]), ("FuzzReports", ["KymoFormats"]),
    ("FuzzTables", ["KymoFormats"]), ("FuzzForeignMCAP", ["KymoFormats"]),
  ].map { name, libraries in
    .executableTarget(
      name: name,
      dependencies: libraries.map { .product(name: $0, package: "kymograph") }
        + (libraries == ["KymoFormats"] ? ["FuzzedImports"] : []) + runner,
      swiftSettings: settings
    )
  } + [
    .target(name: "CorpusRunner"),
    .target(
      name: "FuzzedImports",
      dependencies: ["KymoCore", "KymoFormats", "KymoRecording"].map {
        .product(name: $0, package: "kymograph")
      },
      swiftSettings: settings
    ),
  ]
)
