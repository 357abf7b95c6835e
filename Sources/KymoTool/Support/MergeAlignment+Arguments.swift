import KymoCommandLine
import KymoRecording
import KymoText

extension MergeAlignment {
  /// The alignment that `--align` names.
  ///
  /// - Parameters:
  ///   - text: clock, start, or offsets in seconds with commas.
  ///   - count: how many parts there are, each but the first with an offset.
  /// - Throws: a failure of usage for any other text.
  init(_ text: String, count: Int) throws(CommandFailure) {
    switch text {
    case "clock":
      self = .clock
      return
    case "start":
      self = .start
      return
    default: break
    }
    var offsets: [Int64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isBefore = part.hasPrefix("-")
      let digits = isBefore || part.hasPrefix("+") ? part.dropFirst() : part
      guard let offset = DurationText.nanoseconds(String(digits)) else {
        throw .usage("--align wants clock, start or seconds such as 2.5 or -0.1, not '\(text)'")
      }
      offsets.append(isBefore ? -offset : offset)
    }
    guard offsets.count == count - 1 else {
      throw .usage(
        "--align needs one offset for each part after the first: \(count - 1), not \(offsets.count)"
      )
    }
    self = .offsets(offsets)
  }
}
