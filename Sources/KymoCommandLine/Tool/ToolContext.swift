import KymoReport

/// A tool: its name, its version, and the apps that it runs, or the functions that it measures.
package struct ToolContext: Sendable {
  /// The name as it is typed.
  package let name: String
  /// The word that starts it again in a printed command line: as it was started, with its folder.
  package let invocation: String
  /// The version that `--version` prints.
  package let version: String
  /// The apps; the first is the default of `--app`.
  package let apps: AppList
  /// The functions that it measures; nil for a tool of apps.
  package let benchmarks: BenchmarkList?

  /// The version of Kymograph, which is what measures, whatever the tool is called.
  package static let kymographVersion = KymographVersion.number

  /// The name and version of what measures.
  package static var program: String { KymographVersion.program }

  /// Why there can be no such tool; nil if there can.
  package var problem: String? { benchmarks.map(\.problem) ?? apps.problem }

  /// Describes a tool.
  package init(
    name: String,
    invocation: String? = nil,
    version: String = Self.kymographVersion,
    apps: AppList = AppList([]),
    benchmarks: BenchmarkList? = nil
  ) {
    self.name = name
    self.invocation = invocation ?? name
    self.version = version
    self.apps = apps
    self.benchmarks = benchmarks
  }
}
