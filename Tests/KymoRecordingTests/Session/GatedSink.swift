import KymoCore
import KymoRecording
import Synchronization
import KymoMCAP

/// A sink that holds its writer up until it is opened, and that tells how often it saw a word.
final class GatedSink: MCAPByteSink, Sendable {
  private let isOpen = Atomic(false)
  private let seen = Atomic(0)
  private let word: String

  init(_ word: String) { self.word = word }

  func open() { isOpen.store(true, ordering: .releasing) }

  /// How many of the writes so far had the word in them.
  var count: Int { seen.load(ordering: .acquiring) }

  func write(_ bytes: RawSpan) throws(MCAPError) {
    var waiter = Waiter(.park)
    while !isOpen.load(ordering: .acquiring) { waiter.pause() }
    if bytes.text.contains(word) { seen.wrappingAdd(1, ordering: .releasing) }
  }

  func synchronize() throws(MCAPError) {}
}
