public import KymoBench
public import KymoCore
import KymoMCAP
public import KymoRecording

extension Workload {
  /// Takes the events of a recording, with their messages: what a ``LoadRun`` offers.
  ///
  ///     let app = try AppInstance(StepCounter.self, setup: AppSetup(file))
  ///     let workload = try Workload(file.events(app.routing.heard), limit: 1_000_000)
  ///
  /// - Parameters:
  ///   - events: the events, in the order of dispatch, from their beginning.
  ///   - limit: how many to take at most.
  ///   - isIncluded: which of them.
  /// - Throws: a ``SessionError`` if the recording cannot be read so far; ``WorkloadError/empty`` if there is
  ///   nothing to offer, or what else is wrong with the events.
  /// - Complexity: O(events), in time and memory.
  public init(
    _ events: consuming SessionEvents,
    limit: Int = .max,
    where isIncluded: (Event) -> Bool = { _ in true }
  ) throws {
    var list: [Event] = []
    var messages: [UInt8] = []
    while list.count < limit, var event = try events.next() {
      guard isIncluded(event) else { continue }
      if event.kind.isReference {
        var reference = event.payload.reference
        reference.offset = UInt64(messages.count)
        events.withMessage(of: event) { messages.append(copying: $0) }
        event.payload = Payload(reference)
      }
      list.append(event)
    }
    try self.init(events: list, messages: messages)
  }

  /// The ``digest`` of the first events of a recording, which are read twice and not kept.
  ///
  /// - Parameters:
  ///   - count: how many; fewer if there are no more.
  ///   - events: begins to read them, in the order of dispatch.
  /// - Returns: what the digest of a workload of them is.
  /// - Throws: what is wrong with the recording.
  /// - Complexity: O(events), in memory for some chunks.
  package static func digest(
    ofFirst count: Int,
    _ events: () throws(SessionError) -> SessionEvents
  ) throws(SessionError) -> UInt64 {
    // A workload begins with its size, and more than there is was not offered.
    var digest = WorkloadDigest(count: count)
    var offset: UInt64 = 0
    var list = try events()
    var left = count
    while left > 0, var event = try list.next() {
      if event.kind.isReference {
        var reference = event.payload.reference
        reference.offset = offset
        list.withMessage(of: event) { offset += UInt64($0.byteCount) }
        event.payload = Payload(reference)
      }
      digest.add(event)
      left -= 1
    }
    guard offset > 0 else { return digest.value }
    list = try events()
    left = count
    while left > 0, let event = try list.next() {
      left -= 1
      guard event.kind.isReference else { continue }
      list.withMessage(of: event) { message in
        for place in 0..<message.byteCount { digest.add(message.load(at: place, as: UInt8.self)) }
      }
    }
    return digest.value
  }
}
