/// Gives the requests of one source of a file their sequences.
///
/// A request names itself, and replies name it, by its own number. So that number is its sequence, as long as
/// the numbers ascend in the order of dispatch. From the first that does not on, the requests are counted
/// on from the last: a page that was loaded anew, two recordings in one, a writer that numbers nothing. What
/// the sequences are depends on the file alone, and they always ascend, so that they can break ties.
struct RequestNumbering: BitwiseCopyable {
  /// The highest number that is kept; above it would be no room to count on.
  static var highest: UInt32 { UInt32(Int32.max) }

  private var countsOn = false

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - own: the number that it gives itself, if it does.
  ///   - next: one more than the last sequence of its source, before and after.
  /// - Returns: its sequence.
  mutating func sequence(_ own: UInt32?, next: inout UInt32) -> UInt32 {
    if let own, !countsOn, own >= next, own <= Self.highest {
      next = own
    } else {
      countsOn = true
    }
    defer { next &+= 1 }
    return next
  }
}
