import KymoBench
import KymoCommandLine
import KymoText

/// The live report on a run, which `--live` prints once a second on standard error: in place on a
/// terminal, else in lines.
///
/// The thread that measures has no part in it.
final class LiveLine: Sendable {
  /// `--live`.
  static let flag = FlagSpecification(
    "live",
    help: "Show rate, p50, p99 and drops of each second of the run, on standard error."
  )

  /// `--live` of a load over HTTP, of which nothing is dropped: what finds no connection waits.
  static let serverFlag = FlagSpecification(
    flag.name,
    help: "Show rate, p50 and p99 of each second of the run, on standard error."
  )

  private let terminal: TerminalDescription
  private let unit: String

  /// Makes one; nil if nobody wants it.
  ///
  /// - Parameters:
  ///   - isWanted: whether there is `--live`.
  ///   - terminal: where standard error goes.
  ///   - unit: what is counted, in plural.
  init?(_ isWanted: Bool, _ terminal: TerminalDescription, unit: String) {
    guard isWanted else { return nil }
    self.terminal = terminal
    self.unit = unit
  }

  /// Refuses it where nothing is to be said.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    if arguments.flag(flag.name), arguments.flag("quiet") {
      throw .usage("--live has no effect with --quiet")
    }
  }

  /// Returns the observer that shows a second.
  ///
  /// - Parameter name: what stands before it, with a gap.
  /// - Returns: what a run is configured with.
  func observer(_ name: String = "") -> @Sendable (LiveSecond) -> Void {
    { [self] second in
      let text = name + Self.text(second, QuantityText(isUnicode: terminal.isUnicode), unit)
      if terminal.isDiagnosticsTerminal {
        write("\r\(text.prefix(max(20, terminal.width) - 1))\u{1B}[K")
      } else {
        write(text + "\n")
      }
    }
  }

  /// Removes the line from a terminal.
  func end() { if terminal.isDiagnosticsTerminal { write("\r\u{1B}[K") } }

  /// A second in a line.
  static func text(_ second: LiveSecond, _ quantity: QuantityText, _ unit: String) -> String {
    func time(_ nanoseconds: Int64?) -> String {
      nanoseconds.map { quantity.duration(nanoseconds: $0) } ?? "-"
    }
    let seconds = (second.elapsedNanoseconds + 500_000_000) / 1_000_000_000
    var text = "\(seconds) s  \(second.rate.map { quantity.rate($0, of: unit) } ?? "-")"
    text += "  p50 \(time(second.p50))  p99 \(time(second.p99))"
    if let drops = second.drops { text += "  drops \(drops)" }
    return text
  }

  private func write(_ text: String) { _ = UnsafeTerminal.writeAll(Array(text.utf8), to: 2) }
}
