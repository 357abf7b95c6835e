import KymoCommandLine
import KymoTrials

extension ProfileTail {
  /// Reads `p99`, `p99.9` or `20us`; nil if it is neither, as a number without a unit is.
  init?(_ text: String) {
    if text.hasPrefix("p") {
      guard let percentile = Double(text.dropFirst()), percentile > 0, percentile < 100 else {
        return nil
      }
      self = .percentile(percentile)
    } else {
      guard let nanoseconds = DurationText.nanosecondsOfUnit(text), nanoseconds > 0 else {
        return nil
      }
      self = .nanoseconds(nanoseconds)
    }
  }
}
