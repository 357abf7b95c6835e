/// How late the generator pushed each event, for the dispatching thread; nothing without a schedule.
///
/// SAFETY: `lateness` is the memory of `pushTimes`, which is held as long as this is. It has a place for each
/// event of the plan, and who asks has the place of one that was dispatched, which was written before it was
/// pushed.
@safe @frozen @usableFromInline struct Slips {
  @usableFromInline let pushTimes: PushTimes?
  @usableFromInline let lateness: UnsafeMutablePointer<Int64>?

  @usableFromInline init(_ pushTimes: PushTimes?) {
    self.pushTimes = pushTimes
    unsafe lateness = pushTimes?.lateness
  }

  /// How late the event at a place of the plan was pushed, in ns.
  @inlinable @inline(always) subscript(place: Int) -> Int64? {
    guard let lateness = unsafe lateness else { return nil }
    return unsafe lateness[place]
  }
}
