import KymoText

extension CaptureInputs {
  /// Exchanges of the capture that are no events, and why, one line each.
  public var leftOut: [String] {
    var lines: [String] = []
    for (count, what) in [
      (incomplete, "requests that are not whole, or of which nobody can say where they end"),
      (
        inDoubt,
        "requests behind a hole or framing in doubt: they may be a part of a body, and no requests"
      ),
      (repeated, "requests with the stamp of another"),
      (tooLong, "requests that are longer than a call may be"),
    ] where count > 0 {
      lines.append("\(count) \(what)")
    }
    lines += refused.map { "\($0.count) × \($0.name.printable): refused by the server" }
    return lines + notCommands.map { "\($0.count) × \($0.name.printable): no command" }
  }
}
