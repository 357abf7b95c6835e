public import Synchronization

/// Where a sampled thread writes what it is doing.
///
/// SAFETY: the word is never freed: a signal that reads it may still be on its way when nobody else needs it. The thread
/// that writes it is the one that the signal interrupts.
@safe @frozen @usableFromInline struct LabelPlace {
  @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt64>>

  /// A place that says nothing in particular.
  init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: Atomic(SampleLabel.none.word))
  }

  /// Says what the thread is doing: a plain store, which no compiler leaves out.
  @inlinable @inline(__always) func set(_ label: SampleLabel) {
    unsafe word.pointee.store(label.word, ordering: .relaxed)
  }

  /// Where a signal handler finds the word.
  var address: UnsafeMutablePointer<UInt64> {
    unsafe UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt64.self)
  }
}
