/// A page about what several commands have in common, or about the long story of one: `kymo help limits`.
///
/// The pages are Markdown in this folder; a new one is a case here, and a line of `embedded` in Package.swift.
package enum HelpTopic: String, CaseIterable, Sendable {
  /// When events are due.
  case arrivals
  /// The measured figures, and when they may be believed.
  case figures
  /// The same again, and what changes meanwhile.
  case repetitions
  /// The limits that must not be exceeded.
  case limits
  /// Former results.
  case baselines
  /// Results for other tools.
  case exports
  /// Counts instead of times.
  case counting
  /// How two builds are compared.
  case verdicts
  /// Where the time goes.
  case profiles
  /// An app's own page.
  case pages
  /// The bridge over HTTP.
  case serving
  /// Exports of phones.
  case clocks
  /// Packets, and logs of calls.
  case captures
  /// The results that a replay is compared with.
  case verification

  /// The names, as they are listed.
  package static var names: [String] { allCases.map(\.rawValue) }

  /// The page, as Markdown, for a tool of some name.
  package func markdown(tool: String) -> String {
    let bytes =
      switch self {
      case .arrivals: PackageResources.arrivals_md
      case .figures: PackageResources.figures_md
      case .repetitions: PackageResources.repetitions_md
      case .limits: PackageResources.limits_md
      case .baselines: PackageResources.baselines_md
      case .exports: PackageResources.exports_md
      case .counting: PackageResources.counting_md
      case .verdicts: PackageResources.verdicts_md
      case .profiles: PackageResources.profiles_md
      case .pages: PackageResources.pages_md
      case .serving: PackageResources.serving_md
      case .clocks: PackageResources.clocks_md
      case .captures: PackageResources.captures_md
      case .verification: PackageResources.verification_md
      }
    let text = String(decoding: bytes, as: UTF8.self)
    guard tool != "kymo" else { return text }
    // Command lines begin a line, or are between backticks.
    return ["`kymo ", "    kymo "].reduce(text) { text, start in
      text.split(separator: start, omittingEmptySubsequences: false)
        .joined(separator: start.dropLast(5) + "\(tool) ")
    }
  }

  /// The page in its parts, for a tool of some name.
  package func page(tool: String) -> TopicPage { TopicPage(markdown: markdown(tool: tool)) }
}
