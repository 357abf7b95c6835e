import KymoBench
import KymoCommandLine
import KymoReport

extension WarmUp {
  /// Reads `auto`, `10%` or `2s`.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - duration: how long the run is, in ns; something of it has to be left.
  /// - Throws: what is wrong with the text.
  init(text: String, within duration: Int64) throws(CommandFailure) {
    if text == "auto" {
      self = .automatic
    } else if text.hasSuffix("%"), let percent = Double(text.dropLast()),
      (0..<100).contains(percent)
    {
      self = .share(percent / 100)
    } else if let time = DurationText.nanoseconds(text) {
      guard time < duration else {
        throw .usage("--warm-up \(text) leaves nothing of --duration to measure")
      }
      self = .nanoseconds(time)
    } else {
      throw .usage(
        "--warm-up wants auto, a share below 100 % such as 10%, or a time such as 2s, not '\(text)'"
      )
    }
  }
}
