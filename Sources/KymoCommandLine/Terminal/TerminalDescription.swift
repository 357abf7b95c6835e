/// A description of the place where text appears.
///
/// Read once at the start and passed along, so that tests can pretend.
package struct TerminalDescription: Sendable {
  /// Whether standard output is a terminal.
  package var isOutputTerminal = false
  /// Whether standard error is a terminal.
  package var isDiagnosticsTerminal = false
  /// Whether colour is welcome on standard output: a terminal, no `NO_COLOR`, and not `dumb`.
  package var hasColor = false
  /// Whether the locale is UTF-8.
  package var isUnicode = true
  /// The width in columns, at least 20; 80 when nobody knows.
  package var width = 80

  /// Describes the streams and the environment of this process.
  package static func current() -> TerminalDescription {
    let isOutputTerminal = UnsafeTerminal.isTerminal(1)
    let isDiagnosticsTerminal = UnsafeTerminal.isTerminal(2)
    return TerminalDescription(
      isOutputTerminal: isOutputTerminal,
      isDiagnosticsTerminal: isDiagnosticsTerminal,
      environment: UnsafeTerminal.environment,
      windowWidth: UnsafeTerminal.windowWidth(1) ?? UnsafeTerminal.windowWidth(2)
    )
  }

  /// Describes a terminal on standard output and standard error, or pipes of 80 columns.
  package init() {}

  /// Draws the conclusions from an environment.
  package init(
    isOutputTerminal: Bool,
    isDiagnosticsTerminal: Bool,
    environment: (String) -> String?,
    windowWidth: Int?
  ) {
    self.isOutputTerminal = isOutputTerminal
    self.isDiagnosticsTerminal = isDiagnosticsTerminal && environment("TERM") != "dumb"
    let refusesColor = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    self.hasColor = isOutputTerminal && !refusesColor && environment("TERM") != "dumb"
    // POSIX: the first of these that is set and not empty decides about the character set.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = (locale ?? "C").lowercased()
    self.isUnicode = name.contains("utf-8") || name.contains("utf8")
    let named = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.width = max(20, named ?? windowWidth ?? 80)
  }
}
