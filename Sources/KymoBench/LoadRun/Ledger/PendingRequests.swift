/// The latest requests of a load run, so that a later reply finds when its request was due.
///
/// A fixed number is kept, by their sequence; a request whose reply comes after so many others is not timed.
@usableFromInline struct PendingRequests {
  /// One request.
  struct Request {
    var sequence: UInt32
    var due: Int64
    var row: Int
    var isMeasured: Bool
    var isOpen: Bool
  }

  static var capacity: Int { 4096 }

  private var slots = Array(
    repeating: Request(sequence: 0, due: 0, row: 0, isMeasured: false, isOpen: false),
    count: Self.capacity
  )

  mutating func note(_ sequence: UInt32, due: Int64, row: Int, isMeasured: Bool) {
    slots[Int(sequence) & (Self.capacity - 1)] = Request(
      sequence: sequence,
      due: due,
      row: row,
      isMeasured: isMeasured,
      isOpen: true
    )
  }

  /// The request of that sequence, once.
  mutating func take(_ sequence: UInt32) -> Request? {
    let slot = Int(sequence) & (Self.capacity - 1)
    guard slots[slot].isOpen, slots[slot].sequence == sequence else { return nil }
    slots[slot].isOpen = false
    return slots[slot]
  }
}
