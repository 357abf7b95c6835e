/// Gives the requests of a file their sequences.
///
/// A request names itself, and replies name it, by its own number. So that number is its sequence, as long as
/// the numbers ascend in the order of dispatch. From the first that does not on, the requests are counted
/// on from the last: a page that was loaded anew, two recordings in one, a writer that numbers nothing. What
/// the sequences are depends on the file alone, and they always ascend, so that they can break ties.
struct RequestNumbering {
  /// The highest number that is kept; above it would be no room to count on.
  static var highest: UInt32 { UInt32(Int32.max) }

  private var next: UInt32 = 0
  private var keeps = true

  /// The sequence of the next request, which gives itself the number `own`.
  mutating func sequence(_ own: UInt32?) -> UInt32 {
    if let own, keeps, own >= next, own <= Self.highest {
      next = own
    } else {
      keeps = false
    }
    defer { next &+= 1 }
    return next
  }
}
