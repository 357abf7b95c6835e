import KymoReport

/// What a tool is: its name, its version, and the apps that it runs.
struct ToolContext: Sendable {
  /// The name as it is typed.
  let name: String
  /// The version that `--version` prints.
  let version: String
  /// The apps; the first is the default of `--app`.
  let apps: AppList

  /// The version of Kymograph, which is what measures, whatever the tool is called.
  static let kymographVersion = KymographVersion.number

  /// What measures, with its version.
  static var program: String { KymographVersion.program }

  /// Describes a tool.
  init(name: String, version: String = Self.kymographVersion, apps: AppList) {
    self.name = name
    self.version = version
    self.apps = apps
  }
}
