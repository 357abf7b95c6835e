public import KymoBridge
import KymoCore
public import KymoRecording

/// A synthetic session of an app with a page: somebody walks, and uses the page on the way.
///
/// The page makes its calls through a `CallQueue`, so that one is in flight at a time; what does not fit
/// into the queue is lost before it is recorded, and counted in ``description``.
public struct PageSession: Sendable {
  /// The session's description of itself.
  public private(set) var description: SessionDescription
  /// The inputs in the order of dispatch; texts as `calls` of a `SessionDescription` reads them.
  public private(set) var inputs: [SessionInput] = []

  /// The longest session, in ns: an hour.
  public static var maximumNanoseconds: Int64 { 3_600_000_000_000 }

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - script: what somebody does with the page.
  ///   - seed: any number.
  ///   - durationNanoseconds: the length in ns, up to ``maximumNanoseconds``.
  ///   - accelerometerHertz: samples per second, 0.001...100,000.
  ///   - mode: whose rules the page keeps.
  /// - Precondition: all values are in their ranges, and the calls of the script in theirs.
  /// - Complexity: O(events), in time and memory.
  public init<Script: PageScript>(
    of script: Script.Type,
    seed: UInt64,
    durationNanoseconds: Int64 = 60_000_000_000,
    accelerometerHertz: Double = 100,
    mode: CallMode = .strict
  ) {
    precondition(0...Self.maximumNanoseconds ~= durationNanoseconds, "duration out of range")
    let walk = SyntheticSession(
      kind: .walk,
      seed: seed,
      durationNanoseconds: durationNanoseconds,
      accelerometerHertz: accelerometerHertz
    )
    description = walk.description
    description.origin += ", and a \(script.page) page"
    description.calls = CallRules(mode: mode)
    var page = PageSimulation<Script>(seed: seed, mode: mode)
    page.run(until: durationNanoseconds)
    if page.dropped > 0 {
      description.losses = [SessionResult.Loss(place: "page queue", count: page.dropped)]
    }
    var next = 0
    for event in walk {
      while next < page.requests.count, page.requests[next].event.precedes(event) {
        inputs.append(page.requests[next])
        next += 1
      }
      inputs.append(SessionInput(event: event))
    }
    inputs += page.requests[next...]
  }
}
