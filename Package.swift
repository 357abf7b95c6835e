// swift-tools-version: 6.3
import PackageDescription

// Every Swift target is compiled with the same settings; a target that needs an exception does not exist.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // A sink around another one names it, and neither can be copied: KymoCore's `WrappingSink`.
  .enableExperimentalFeature("SuppressedAssociatedTypes"),
]

/// A library of this package: its layer, and what it may import (always of a lower layer).
struct Library {
  /// Who may depend on it.
  enum Kind {
    /// Other packages: it is a product.
    case exported
    /// This package alone: a helper, which nothing public of a product names.
    case hidden
  }

  var name: String
  var layer: Int
  var kind = Kind.exported
  var imports: [String] = []
  /// Files that are compiled in, byte for byte.
  var embedded: [String] = []
}

/// A C library from Debian: the module, its pkg-config name, its package; libc has neither.
struct CLibrary {
  var name: String
  var pkgConfig: String?
  var debianPackage: String?
}

/// C++ behind a C header that is compiled here: a library from Debian, or what the package is told when it is built.
struct CShim {
  var name: String
  var links: String?
  /// Variables of the environment that become macros of that name, with a text each, if they are set.
  var stamps: [String] = []
}

/// The JSON Schemas that are published: those of files that people write, and of every document that is printed.
let schemas = [
  "limits", "corpus", "corpus-result", "corpus-merge", "bench", "call", "call-log-import",
  "capture", "capture-import", "capture-replay", "check", "counts", "cut", "debug", "devices",
  "diff", "export", "functions", "gate", "handlers", "import", "init", "inspect", "live-capture",
  "merge",
  "perturb",
  "profile", "profile-instructions", "profile-samples", "query", "recover", "repetitions", "replay",
  "run",
  "run-faults", "scan", "send", "serve", "session-export", "stages", "status", "sweep", "synth",
  "version",
]

// TidyTests reads the imports of every file and compares them with this table.
let libraries = [
  Library(name: "KymoCore", layer: 0),
  Library(name: "KymoText", layer: 0),
  Library(name: "KymoHTTP", layer: 0),
  Library(name: "KymoDeflate", layer: 0, kind: .hidden, imports: ["CDeflate"]),
  Library(name: "KymoPoll", layer: 0, kind: .hidden, imports: ["CEpoll"]),
  Library(name: "KymoHistogram", layer: 1, imports: ["KymoText", "KymoDeflate"]),
  Library(
    name: "KymoBridge",
    layer: 1,
    imports: ["KymoCore", "KymoText", "KymoHTTP", "CSimdJSON"]
  ),
  Library(name: "KymoMCAP", layer: 1, imports: ["KymoCore", "KymoDeflate", "CZstd", "CLZ4"]),
  Library(
    name: "KymoRecording",
    layer: 2,
    imports: ["KymoCore", "KymoHistogram", "KymoBridge", "KymoMCAP", "CXXHash"]
  ),
  Library(name: "KymoFetch", layer: 2, imports: ["KymoHTTP", "KymoBridge", "CCurl"]),
  Library(
    name: "KymoDevice",
    layer: 3,
    imports: ["KymoCore", "KymoText", "KymoRecording", "CSndFile"]
  ),
  Library(
    name: "KymoSynth",
    layer: 3,
    imports: ["KymoCore", "KymoBridge", "KymoMCAP", "KymoRecording"]
  ),
  Library(
    name: "KymoFormats",
    layer: 3,
    imports: [
      "KymoCore", "KymoText", "KymoDeflate", "KymoBridge", "KymoMCAP", "KymoRecording", "CArchive",
      "CExpat",
    ]
  ),
  Library(
    name: "KymoQuery",
    layer: 3,
    imports: ["KymoCore", "KymoText", "KymoMCAP", "KymoRecording", "CSQLite"]
  ),
  Library(
    name: "KymoCapture",
    layer: 3,
    imports: ["KymoCore", "KymoHTTP", "KymoDeflate", "CPcap", "CHtp"]
  ),
  Library(
    name: "KymoServer",
    layer: 3,
    imports: [
      "KymoCore", "KymoText", "KymoHTTP", "KymoPoll", "KymoHistogram", "KymoBridge", "KymoMCAP",
      "KymoRecording", "CGnuTLS",
    ]
  ),
  Library(
    name: "KymoScript",
    layer: 3,
    imports: [
      "KymoCore", "KymoText", "KymoHTTP", "KymoHistogram", "KymoBridge", "KymoMCAP",
      "KymoRecording", "CJavaScriptCore",
    ],
    embedded: [
      "Scripts/environment.js", "Scripts/dates.js", "Scripts/console.js", "Scripts/loader.js",
      "Scripts/events.js", "Scripts/urls.js", "Scripts/texts.js", "Scripts/tree.js",
      "Scripts/fields.js", "Scripts/changes.js", "Scripts/mutations.js", "Scripts/customs.js",
      "Scripts/shadows.js", "Scripts/sheets.js", "Scripts/rules.js", "Scripts/cssom.js",
      "Scripts/fonts.js", "Scripts/internals.js", "Scripts/declarative.js",
      "Scripts/controls.js", "Scripts/options.js", "Scripts/selections.js", "Scripts/values.js",
      "Scripts/validity.js",
      "Scripts/links.js", "Scripts/xpath.js", "Scripts/evaluator.js",
      "Scripts/observers.js", "Scripts/ranges.js", "Scripts/parsers.js", "Scripts/patches.js",
      "Scripts/loading.js", "Scripts/navigation.js", "Scripts/network.js", "Scripts/storage.js",
      "Scripts/location.js", "Scripts/sensors.js", "Scripts/missing.js", "Scripts/sought.js",
      "Scripts/device.js", "Scripts/layout.js", "Scripts/touches.js", "Scripts/lifecycle.js",
      "Scripts/interfaces.js",
      "Scripts/declarations.js", "Scripts/cascade.js", "Scripts/moving.js", "Scripts/files.js",
      "Scripts/later.js",
      "Scripts/packing.js", "Scripts/keys.js", "Scripts/databases.js", "Scripts/indexeddb.js",
      "Scripts/sockets.js", "Scripts/eventsource.js", "Scripts/objects.js", "Scripts/scope.js",
      "Scripts/workers.js",
      "Scripts/stores.js", "Scripts/streams.js", "Scripts/readable.js", "Scripts/pipes.js",
      "Scripts/web.js",
      "Scripts/copies.js", "Scripts/imports.js", "Scripts/modules.js",
      "Scripts/quickconnect.js", "Scripts/wvjb.js",
      "Scripts/dialect.js", "Scripts/dialect-cordova.js", "Scripts/cordova.js",
      "Scripts/dialect-capacitor.js",
      "Scripts/dialect-raw.js", "Scripts/dialect-reactnative.js",
      "Scripts/dialect-dsbridge.js", "Scripts/dialect-hotwire.js",
      "Scripts/dialect-jsbridge.js", "Scripts/dialect-tauri.js",
      "Scripts/chromium.js",
    ]
  ),
  Library(
    name: "KymoBench",
    layer: 3,
    imports: ["KymoCore", "KymoText", "KymoPoll", "KymoHistogram", "CAffinity", "CPerfEvent"]
  ),
  Library(
    name: "KymoProfile",
    layer: 3,
    imports: [
      "KymoCore", "KymoText", "KymoDeflate", "KymoHistogram", "KymoBridge", "CDwarf", "CSampler",
    ]
  ),
  Library(
    name: "KymoSamples",
    layer: 4,
    imports: [
      "KymoCore", "KymoText", "KymoHTTP", "KymoBridge", "KymoRecording", "KymoDevice", "KymoSynth",
    ],
    embedded: [
      "DeviceCatalog/Pages/index.html", "DeviceCatalog/Pages/style.css",
      "DeviceCatalog/Pages/quickconnect.js", "DeviceCatalog/Pages/bridge.js",
      "DeviceCatalog/Pages/catalog.js",
    ]
  ),
  Library(
    name: "KymoReport",
    layer: 4,
    imports: [
      "KymoCore", "KymoText", "KymoHistogram", "KymoBridge", "KymoMCAP", "KymoRecording",
      "KymoBench", "KymoProfile",
    ],
    embedded: schemas.map { "Schemas/kymo.\($0).schema.json" }
      + ["Schemas/kymo.definitions.json", "Timeline/timeline.js", "Timeline/timeline.css"]
  ),
  Library(
    name: "KymoClient",
    layer: 4,
    imports: [
      "KymoCore", "KymoHTTP", "KymoPoll", "KymoHistogram", "KymoBridge", "KymoCapture",
      "KymoBench",
    ]
  ),
  Library(
    name: "KymoTraffic",
    layer: 4,
    imports: [
      "KymoCore", "KymoText", "KymoHTTP", "KymoHistogram", "KymoBridge", "KymoMCAP",
      "KymoRecording", "KymoCapture", "KymoServer",
    ]
  ),
  Library(
    name: "KymoTrials",
    layer: 5,
    imports: [
      "KymoCore", "KymoText", "KymoBridge", "KymoMCAP", "KymoRecording", "KymoScript", "KymoBench",
      "KymoProfile", "KymoReport", "CSemaphore",
    ],
    embedded: [
      "Init/Template/Package.swift.template", "Init/Template/App.swift.template",
      "Init/Template/main.swift.template", "Init/Template/index.html.template",
    ]
  ),
  Library(
    name: "KymoCommandLine",
    layer: 6,
    kind: .hidden,
    imports: [
      "KymoCore", "KymoText", "KymoBridge", "KymoMCAP", "KymoRecording", "KymoBench", "KymoReport",
      "KymoTrials", "CArguments", "CMalloc",
    ],
    embedded: [
      "Topics/arrivals.md", "Topics/baselines.md", "Topics/captures.md", "Topics/clocks.md",
      "Topics/counting.md", "Topics/exports.md", "Topics/figures.md", "Topics/limits.md",
      "Topics/pages.md", "Topics/profiles.md", "Topics/repetitions.md", "Topics/serving.md",
      "Topics/verdicts.md", "Topics/verification.md",
    ]
  ),
  Library(
    name: "KymoTool",
    layer: 7,
    imports: [
      "KymoCore", "KymoText", "KymoHTTP", "KymoHistogram", "KymoBridge", "KymoMCAP",
      "KymoRecording", "KymoSynth", "KymoFormats", "KymoQuery", "KymoCapture", "KymoScript",
      "KymoServer",
      "KymoBench", "KymoProfile", "KymoReport", "KymoClient", "KymoTraffic", "KymoTrials",
      "KymoCommandLine", "CBuildStamp",
    ],
  ),
]

let cLibraries = [
  CLibrary(name: "CZstd", pkgConfig: "libzstd", debianPackage: "libzstd-dev"),
  CLibrary(name: "CLZ4", pkgConfig: "liblz4", debianPackage: "liblz4-dev"),
  CLibrary(name: "CDeflate", pkgConfig: "libdeflate", debianPackage: "libdeflate-dev"),
  CLibrary(name: "CXXHash", pkgConfig: "libxxhash", debianPackage: "libxxhash-dev"),
  CLibrary(name: "CSndFile", pkgConfig: "sndfile", debianPackage: "libsndfile1-dev"),
  CLibrary(name: "CArchive", pkgConfig: "libarchive", debianPackage: "libarchive-dev"),
  CLibrary(name: "CExpat", pkgConfig: "expat", debianPackage: "libexpat1-dev"),
  CLibrary(name: "CSQLite", pkgConfig: "sqlite3", debianPackage: "libsqlite3-dev"),
  CLibrary(name: "CPcap", pkgConfig: "libpcap", debianPackage: "libpcap-dev"),
  CLibrary(name: "CHtp", pkgConfig: "htp", debianPackage: "libhtp-dev"),
  CLibrary(name: "CGnuTLS", pkgConfig: "gnutls", debianPackage: "libgnutls28-dev"),
  CLibrary(name: "CCurl", pkgConfig: "libcurl", debianPackage: "libcurl4-gnutls-dev"),
  CLibrary(name: "CDwarf", pkgConfig: "libdw", debianPackage: "libdw-dev"),
  CLibrary(name: "CAffinity"),
  CLibrary(name: "CPerfEvent"),
  CLibrary(name: "CEpoll"),
  CLibrary(name: "CMalloc"),
  CLibrary(name: "CSampler"),
  CLibrary(name: "CSemaphore"),
  CLibrary(name: "CJavaScriptCore"),
]

// The words of `main`; libsimdjson-dev; what `--version` says, if whoever builds it does.
let cShims = [
  CShim(name: "CArguments"),
  CShim(name: "CSimdJSON", links: "simdjson"),
  CShim(name: "CBuildStamp", stamps: ["KYMOGRAPH_COMMIT", "KYMOGRAPH_TOOLCHAIN"]),
]

/// The executable: one line over `KymoTool`, with the app that it runs.
let tool = "kymo"
let toolImports = ["KymoTool", "KymoSamples"]

/// Test targets beside the one that every library has.
let wholeTests: [(name: String, dependencies: [String])] = [
  (
    "ReplayTests",
    [
      "KymoBridge", "KymoCore", "KymoMCAP", "KymoRecording", "KymoDevice", "KymoSynth",
      "KymoSamples", "KymoProfile", "KymoTestSupport",
    ]
  ),
  ("SimulationTests", ["KymoBench", "KymoCore"]),
  ("TidyTests", []),
  ("KymoTestSupportTests", ["KymoTestSupport"]),
]

/// Libraries that the tests of another one need beside its own imports: the tool's run the sample apps.
let testImports = ["KymoTool": ["KymoSamples"], "KymoQuery": ["KymoSamples"]]

/// Swift targets under Tests/ that several test targets share; no product contains them.
let testFixtures: [(name: String, dependencies: [String], users: [String])] = [
  ("KymoTestSupport", ["CAllocationCounter"], libraries.map(\.name)),
  (
    "KymoBenchFixtures",
    ["KymoBench", "KymoCore", "KymoHistogram"],
    ["KymoBench", "KymoReport", "KymoTool"]
  ),
]

/// A tool under Tests/ whose apps each depend on something that a replay must not depend on.
let perturbedApps = "PerturbedApps"
let perturbedAppsImports = [
  "KymoBench", "KymoBridge", "KymoCore", "KymoRecording", "KymoText", "KymoTool",
]

/// A tool under Tests/ that loads pages of real servers for the browser, and says what its delegates are told.
let browsedPages = "BrowsedPages"
let browsedPagesImports = ["KymoBridge", "KymoSamples", "KymoFetch"]

/// A program under Tests/ that depends on one library, to see what it is linked with.
let linkedAlone = "LinkedAlone"
let linkedAloneImports = ["KymoBench"]

/// C targets under Tests/; no product contains them.
let testSupport = ["CAllocationCounter"]

func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.map { .byName(name: $0) }
}

let package = Package(
  name: "kymograph",
  products: libraries.filter { $0.kind == .exported }
    .map { .library(name: $0.name, targets: [$0.name]) }
    + [.executable(name: tool, targets: [tool])],
  targets: libraries.map {
    .target(
      name: $0.name,
      dependencies: dependencies($0.imports),
      resources: $0.embedded.map { .embedInCode($0) },
      swiftSettings: settings
    )
  }
    + cLibraries.map {
      .systemLibrary(
        name: $0.name,
        pkgConfig: $0.pkgConfig,
        providers: $0.debianPackage.map { [.apt([$0])] }
      )
    }
    + cShims.map { shim in
      .target(
        name: shim.name,
        cxxSettings: shim.stamps.compactMap { name in
          Context.environment[name].map { .define(name, to: "\"\($0)\"") }
        },
        linkerSettings: shim.links.map { [.linkedLibrary($0)] } ?? []
      )
    }
    + [
      .executableTarget(
        name: tool,
        dependencies: dependencies(toolImports),
        swiftSettings: settings
      )
    ]
    + [
      (perturbedApps, perturbedAppsImports), (browsedPages, browsedPagesImports),
      (linkedAlone, linkedAloneImports),
    ].map {
      .executableTarget(
        name: $0.0,
        dependencies: dependencies($0.1),
        path: "Tests/\($0.0)",
        swiftSettings: settings
      )
    }
    + testSupport.map { .target(name: $0, path: "Tests/\($0)") }
    + testFixtures.map {
      .target(
        name: $0.name,
        dependencies: dependencies($0.dependencies),
        path: "Tests/\($0.name)",
        swiftSettings: settings
      )
    }
    + libraries.map { library in
      .testTarget(
        name: "\(library.name)Tests",
        dependencies: dependencies(
          [library.name] + library.imports.filter { $0.hasPrefix("Kymo") }
            + testImports[library.name, default: []]
            + testFixtures.filter { $0.users.contains(library.name) }.map(\.name)
        ),
        swiftSettings: settings
      )
    }
    + wholeTests.map {
      .testTarget(
        name: $0.name,
        dependencies: dependencies($0.dependencies),
        swiftSettings: settings
      )
    },
  cxxLanguageStandard: .cxx17
)

// Some libraries, with commas between them, what they stand on, and their tests, for a sanitizer that need not compile
// the rest; or tests of several libraries, such as ReplayTests, with what those stand on.
if let list = Context.environment["KYMOGRAPH_ONLY"] {
  let only = list.split(separator: ",").map(String.init)
  var kept =
    only.flatMap { [$0, "\($0)Tests"] + testImports[$0, default: []] } + testSupport
    + wholeTests.filter { only.contains($0.name) }.flatMap(\.dependencies)
  kept += testFixtures.filter { !$0.users.allSatisfy { !only.contains($0) } }
    .flatMap { [$0.name] + $0.dependencies }
  var next = 0
  while next < kept.count {
    kept += libraries.first { $0.name == kept[next] }?.imports ?? []
    next += 1
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !only.contains($0.name) }
}
