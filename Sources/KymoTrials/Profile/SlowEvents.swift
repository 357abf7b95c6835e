import KymoText

/// The result of `--tail`: from when on an event was slow, and how many were.
package struct SlowEvents {
  /// The user's definition of slow.
  let tail: ProfileTail
  /// How the user said that.
  package let text: String
  /// From how many ns on an event is slow.
  package let threshold: Int64
  /// How many events were.
  let count: Int
  /// Of how many that were timed.
  let all: Int
  /// How many events went by before, by which a percentile was found.
  let surveyed: Int

  /// The share of the events that was slow, 0 to 1.
  var share: Double { Double(count) / Double(max(1, all)) }

  /// The share of the events that was asked for, 0 to 1; nil if a time was.
  package var askedShare: Double? {
    guard case .percentile(let percentile) = tail else { return nil }
    return (100 - percentile) / 100
  }

  /// Whether the share is more than twice what was asked for, or less than half of it.
  var isOff: Bool {
    guard let askedShare, all > 0 else { return false }
    return share > 2 * askedShare || share < askedShare / 2
  }

  /// How many of how many, such as `591,756 of 5,029,800 events, 11.8 %`.
  package var countText: String {
    "\(NumberText.grouped(count)) of \(NumberText.grouped(all)) events, \(Self.percent(share))"
  }

  /// Why the share is not the one that was asked for; nil if it is, about.
  package var remark: String? {
    guard isOff, let askedShare else { return nil }
    let change =
      share > askedShare
      ? "since then events have become slower, or many take just as long"
      : "since then events have become faster"
    return "not the \(Self.percent(askedShare)) of \(text): that was taken from "
      + "\(NumberText.grouped(surveyed)) events before, and \(change) (the machine's speed changes); "
      + "a time, such as --tail 20us, stays the same"
  }

  private static func percent(_ share: Double) -> String {
    let percent = share * 100
    return NumberText.fixed(percent, decimals: percent > 0 && percent < 0.095 ? 3 : 1) + " %"
  }
}
