// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that building Kymograph needs none of the peers it is measured against.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "kymograph", path: "..")],
  targets: [
    .target(name: "CPeers", linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(
      name: "BenchmarkKit",
      dependencies: ["CPeers", .product(name: "KymoProfile", package: "kymograph")],
      swiftSettings: settings
    ),
    .target(
      name: "CStoragePeers",
      linkerSettings: ["zstd", "lz4", "deflate", "sqlite3"].map { .linkedLibrary($0) }
    ),
    .target(name: "StoragePeers", dependencies: ["CStoragePeers"], swiftSettings: settings),
    .executableTarget(
      name: "BenchmarkTable",
      dependencies: ["BenchmarkKit"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "RingBenchmark",
      dependencies: ["BenchmarkKit", "CPeers", .product(name: "KymoCore", package: "kymograph")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "DispatchBenchmark",
      dependencies: ["BenchmarkKit", "CPeers", .product(name: "KymoCore", package: "kymograph")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "BridgeBenchmark",
      dependencies: ["BenchmarkKit", "CPeers"]
        + ["KymoBridge", "KymoCore"].map { .product(name: $0, package: "kymograph") },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ScheduleBenchmark",
      dependencies: ["BenchmarkKit"]
        + ["KymoBench", "KymoCore"].map { .product(name: $0, package: "kymograph") },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MeasuringBenchmark",
      dependencies: ["BenchmarkKit"]
        + ["KymoBench", "KymoCore"].map { .product(name: $0, package: "kymograph") },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "LoadBenchmark",
      dependencies: ["BenchmarkKit"]
        + ["KymoBench", "KymoCore", "KymoRecording", "KymoReport", "KymoSamples"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "PacingBenchmark",
      dependencies: ["BenchmarkKit", "CPeers"]
        + ["KymoCore", "KymoHistogram", "KymoMCAP", "KymoRecording", "KymoSamples"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ScaleBenchmark",
      dependencies: ["BenchmarkKit"]
        + ["KymoBench", "KymoCore", "KymoMCAP", "KymoRecording"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ReaderBenchmark",
      dependencies: ["BenchmarkKit", "StoragePeers"]
        + ["KymoCore", "KymoMCAP", "KymoRecording"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "EditBenchmark",
      dependencies: ["BenchmarkKit"]
        + ["KymoCore", "KymoMCAP", "KymoQuery", "KymoRecording", "KymoSamples", "KymoSynth"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ImportBenchmark",
      dependencies: ["BenchmarkKit", "StoragePeers"]
        + ["KymoCore", "KymoFormats", "KymoMCAP", "KymoRecording", "KymoSamples"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ProfileBenchmark",
      dependencies: ["BenchmarkKit"]
        + ["KymoCore", "KymoProfile", "KymoRecording"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ScriptBenchmark",
      dependencies: ["BenchmarkKit", "CPeers"]
        + ["KymoBridge", "KymoCore", "KymoRecording", "KymoScript", "KymoText"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ServerBenchmark",
      dependencies: ["BenchmarkKit", "CPeers"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "SessionBenchmark",
      dependencies: ["BenchmarkKit", "StoragePeers"]
        + ["KymoCore", "KymoMCAP", "KymoRecording", "KymoSamples", "KymoSynth"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
    .executableTarget(
      name: "StartBenchmark",
      dependencies: ["BenchmarkKit", "StoragePeers"]
        + ["KymoCore", "KymoMCAP", "KymoRecording", "KymoSynth"].map {
          .product(name: $0, package: "kymograph")
        },
      swiftSettings: settings
    ),
  ],
  cxxLanguageStandard: .cxx17
)
