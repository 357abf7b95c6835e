package import KymoBench
package import KymoProfile

/// A value of `--export` for a profile: a format, the page, or the graph of what changed.
package enum ProfileExportKind: Equatable {
  /// A format of its own.
  case format(ProfileFormat)
  /// A page with the tables and the graphs.
  case html
  /// A flame graph against the baseline.
  case difference

  /// All names, as the command line has them.
  package static let names = ProfileFormat.allCases.map(\.rawValue) + ["html", "difference"]

  /// The kind of a name.
  package init?(_ name: String) {
    switch name {
    case "html": self = .html
    case "difference": self = .difference
    default:
      guard let format = ProfileFormat(rawValue: name) else { return nil }
      self = .format(format)
    }
  }

  /// The name.
  package var name: String {
    switch self {
    case .format(let format): format.rawValue
    case .html: "html"
    case .difference: "difference"
    }
  }

  /// Whether it cannot be written without samples.
  package var needsSamples: Bool {
    switch self {
    case .format(let format): format.needsSamples
    case .html: false
    case .difference: true
    }
  }

  /// The file that is written if no other is named.
  package var defaultFile: String {
    switch self {
    case .format(let format): format.defaultFile
    case .html: "profile.html"
    case .difference: "profile.difference.svg"
    }
  }

  /// Returns the bytes that are written.
  ///
  /// - Precondition: there is a difference if that is what is asked for.
  package func bytes(
    _ profile: Profile,
    _ difference: ProfileDifference?,
    _ validity: LoadValidity,
    tool: String,
    commandLine: String
  ) throws(ProfileError) -> [UInt8] {
    switch self {
    case .format(let format): return try ProfileExport.write(profile, as: format)
    case .html:
      let page = try ProfilePage(
        profile,
        difference: difference,
        validity: validity,
        tool: tool,
        commandLine: commandLine
      )
      return Array(page.html.utf8)
    case .difference:
      guard let difference else { preconditionFailure("a difference needs a baseline") }
      return Array(FlameGraph(difference).svg.utf8)
    }
  }
}
