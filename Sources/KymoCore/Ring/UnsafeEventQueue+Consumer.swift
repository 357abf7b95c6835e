import Synchronization

// SAFETY: positions are those of a run that the caller has acquired and not yet released, so that the slots
// are initialised and nobody else's.
extension EventQueue.Consumer {
  /// Gives the messages of `count` events from position `first` on back to the source.
  @usableFromInline func freeMessages(first: UInt64, count: UInt64) {
    var offset = count
    while offset > 0 {
      offset &-= 1
      let event = unsafe ring.slots.slot(first &+ offset)
      if unsafe event.pointee.kind.isReference {
        let reference = unsafe event.pointee.payload.reference
        shared.arena.free(upTo: reference.offset &+ UInt64(reference.length))
        return
      }
    }
  }

  /// Whether nothing is there and nothing will come.
  @usableFromInline mutating func isFinished() -> Bool {
    // The promise is read first: what was pushed before it is then seen by the look.
    shared.watermark.time.load(ordering: .acquiring) == .max && ring.acquireRun(upTo: 1) == 0
  }
}
