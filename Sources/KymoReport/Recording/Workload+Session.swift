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
}
