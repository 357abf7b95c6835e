/// The files of a new app's package, without its recording.
package struct AppPackage: Sendable {
  /// The names.
  package let names: AppNames
  /// Where it finds Kymograph.
  let dependency: KymographDependency
  /// Whether it has a page.
  let hasPage: Bool
  /// For which CI servers it has a job.
  let servers: [CIServer]
  /// The repository that it lies in; nil if it becomes one.
  var repository: RepositoryPlace?

  /// Describes a package.
  package init(
    names: AppNames,
    dependency: KymographDependency,
    hasPage: Bool,
    servers: [CIServer],
    repository: RepositoryPlace? = nil
  ) {
    self.names = names
    self.dependency = dependency
    self.hasPage = hasPage
    self.servers = servers
    self.repository = repository
  }

  /// The session that the app is tried with: inputs alone, which any app can take.
  package static let walk = "Recordings/walk.mcap"
  /// The same with what the app said to it.
  package static let reference = "Recordings/reference.mcap"
  /// The page.
  package static let page = "Page/index.html"
  /// The limits.
  package static let limits = "kymo.limits.json"

  /// The executable.
  package var tool: String { ".build/release/\(names.tool)" }

  /// The need of the job that nobody has seen to, with the remedy; nil if there is none, or no job.
  package var remark: String? { servers.isEmpty ? nil : dependency.remark }

  /// Path and text of each file, in the order in which they are shown.
  package var files: [(path: String, text: String)] {
    let sources = "Sources/\(names.tool)"
    var files = [
      ("Package.swift", filled(PackageResources.Package_swift_template)),
      ("\(sources)/\(names.type).swift", filled(PackageResources.App_swift_template)),
      ("\(sources)/main.swift", filled(PackageResources.main_swift_template)),
      (".gitignore", ".build/\n.swiftpm/\n.kymo/\n*.part\n*.junit.xml\n"),
    ]
    if hasPage { files.append((Self.page, filled(PackageResources.index_html_template))) }
    let job = CIJob(self)
    return files + servers.map { ($0.path, job.text(for: $0)) }
  }

  /// The steps to do once, after the files are there: a command, and what it is good for.
  package var steps: [(command: String, purpose: String)] {
    let page = hasPage ? " --page \(Self.page)" : ""
    let record =
      hasPage
      ? "\(tool) run \(Self.page) \(Self.walk) --record \(Self.reference)"
      : "\(tool) replay \(Self.walk) --record \(Self.reference)"
    return [
      ("swift build -c release", "with Kymograph, which takes some minutes the first time"),
      (record, "what the app says to the walk becomes the reference"),
      (
        "\(tool) count \(Self.reference)\(page) --write-limits \(Self.limits)",
        "counts become limits, to be reviewed like code"
      ),
      (
        "\(tool) bench \(Self.reference)\(page) --attempts 3 --write-limits \(Self.limits)",
        "and latencies, with room for another machine"
      ),
      (
        (repository == nil ? "git init -q -b main && " : "")
          + "git add -A . && git commit -qm 'An app, its reference and its limits'",
        ""
      ),
    ]
  }

  private func filled(_ template: [UInt8]) -> String {
    var text = String(decoding: template, as: UTF8.self)
    let values = [
      ("{App}", names.type), ("{tool}", names.tool), ("{dependency}", dependency.manifestText),
      ("{identity}", dependency.identity),
    ]
    for (name, value) in values {
      text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: value)
    }
    return text
  }
}
