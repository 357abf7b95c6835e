import KymoBridge
import KymoCore
import KymoHistogram
import KymoRecording
import Synchronization

/// The HTTP thread's end of a session: the way to the dispatcher and back, and who waits.
final class ServedSession {
  /// The request that waits for an outcome: the outcomes of a lane come in the order of its events.
  struct Slot {
    var request: ServerRequest?
    /// The place in its batch.
    var item: Int
    /// In ns on the monotonic clock.
    var pushed: Int64
  }

  /// The latency of a command: from its request to its outcome.
  struct CommandCount {
    var byStatus = [UInt64](repeating: 0, count: OutcomeStatus.allCases.count)
    var latency: Histogram?
  }

  let routing: CommandRouting
  let names: [String]
  let info: ServerSessionInfo
  var producer: EventQueue.Producer
  var outcomes: TextRing<ServedOutcome>.Consumer
  var router: CallRouter
  private var slots: [Slot]
  private let mask: Int
  private var (head, tail) = (0, 0)
  /// Those who wait for a reply that comes later, by the sequence of their request.
  var later: [UInt32: Slot] = [:]
  var counts: [CommandCount]
  /// Whether it is known to whoever has opened it that the recording has failed.
  private var hasNotedFailure = false
  /// Whether nothing more is pushed.
  private(set) var isEnding = false

  init(_ parts: consuming Parts) {
    routing = parts.routing
    names = parts.names
    info = parts.info
    router = CallRouter(parts.routing.names, rules: parts.routing.calls)
    let capacity = parts.capacity
    producer = parts.producer
    outcomes = parts.outcomes
    var size = 1
    while size < capacity { size *= 2 }
    slots = Array(repeating: Slot(request: nil, item: 0, pushed: 0), count: size)
    mask = size - 1
    counts = Array(repeating: CommandCount(), count: names.count + 1)
  }

  /// The parts that the dispatching thread hands over.
  struct Parts: ~Copyable, Sendable {
    var routing: CommandRouting
    var names: [String]
    var info: ServerSessionInfo
    var producer: EventQueue.Producer
    var outcomes: TextRing<ServedOutcome>.Consumer
    var capacity: Int
  }

  /// Why the recording of this session cannot be written any more, and how many events that were accepted are not in
  /// it; nil as long as it can, or if there is none.
  var recordingFailure: (reason: String, lost: UInt64)? {
    guard let reason = info.recordingFailure() else { return nil }
    let accepted = UInt64(tail)
    return (reason, accepted - min(accepted, info.recordedEvents()))
  }

  /// Says so, once, that the recording has failed, if it has.
  func noteFailure() {
    guard !hasNotedFailure, let failure = recordingFailure else { return }
    hasNotedFailure = true
    info.noteRecordingFailure(failure.reason, failure.lost)
  }

  /// How many outcomes are still to come.
  var inFlight: Int { tail - head }

  /// Whether so many more events fit, with so many bytes of text in all.
  func hasRoom(for count: Int, bytes: Int? = nil) -> Bool {
    !isEnding && inFlight + count <= slots.count && producer.freeCount() >= count
      && (bytes.map { producer.hasRoom(forMessageOf: $0) } ?? true)
  }

  /// Notes who waits for the event that is pushed next.
  func expect(_ slot: Slot) {
    slots[tail & mask] = slot
    tail += 1
  }

  /// Takes the request that waits for the oldest event.
  func next() -> Slot? {
    guard head < tail else { return nil }
    defer { head += 1 }
    let slot = slots[head & mask]
    slots[head & mask].request = nil
    return slot
  }

  /// Ends the way in.
  func end() {
    if isEnding { return }
    isEnding = true
    producer.finish()
  }

  /// Counts an outcome and its latency in ns.
  func count(_ command: CommandID, _ status: OutcomeStatus, latency: Int64?) {
    let row = Int(command.rawValue) < counts.count ? Int(command.rawValue) : 0
    counts[row].byStatus[Int(status.rawValue)] += 1
    guard let latency else { return }
    if counts[row].latency == nil {
      counts[row].latency = Histogram(
        lowest: 100,
        highest: 60_000_000_000,
        significantDigits: 2
      )
    }
    counts[row].latency?.record(min(max(latency, 100), 60_000_000_000))
  }

  /// The name of a command.
  func name(of command: CommandID) -> String {
    let row = Int(command.rawValue) - 1
    return names.indices.contains(row) ? names[row] : OutcomeStatus.unknownCommand.name
  }
}
