/// The clocks of the events of a page: motion counts from when the page was opened, fixes from 1970.
struct PageClocks {
  /// When the page was opened, in ms since 1970, if the file says so.
  var origin: Double?
  private var lastMotion: Double?
  private var estimate: Double?

  /// Beyond it a time counts from 1970, in ms.
  private static let smallestDate = 1e11

  /// Sees the time of an event of motion.
  mutating func seeMotion(_ time: Double?) { lastMotion = time }

  /// Sees the time of a fix, which is not after its line was written.
  mutating func seeFix(_ time: Double?) {
    guard let time, let lastMotion, lastMotion < Self.smallestDate, time > Self.smallestDate else {
      return
    }
    estimate = max(estimate ?? -.infinity, time - lastMotion)
  }

  /// What brings the times of motion to 1970, in ns; nil if they are there, or nobody knows.
  var offset: Int64? {
    guard lastMotion.map({ $0 < Self.smallestDate }) ?? true, let from = origin ?? estimate,
      Self.smallestDate...4e12 ~= from
    else { return nil }
    return Int64((from * 1000).rounded()) * 1000
  }

  /// Why the offset is what it is.
  var evidence: String {
    origin == nil ? "moved by the fixes among the events" : "moved by timeOrigin"
  }
}
