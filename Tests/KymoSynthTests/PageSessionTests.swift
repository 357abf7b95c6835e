import KymoBridge
import KymoCore
import KymoSynth
import KymoRecording
import KymoTestSupport
import Testing

/// The synthetic session of somebody who walks and uses the page.
@Suite("Synthetic session with a page") struct PageSessionTests {
  static let minute: Int64 = 60_000_000_000

  static func session(
    seed: UInt64 = 7,
    _ duration: Int64 = minute,
    mode: CallMode = .strict
  ) -> PageSession {
    PageSession(
      of: RingingScript.self,
      seed: seed,
      durationNanoseconds: duration,
      accelerometerHertz: 10,
      mode: mode
    )
  }

  static func digest(_ session: PageSession) -> UInt64 {
    var digest = WordDigest()
    for input in session.inputs {
      digest.add(input.event)
      for byte in input.text { digest.add(UInt64(byte)) }
    }
    return digest.value
  }

  static func requests(_ session: PageSession) -> [SessionInput] {
    session.inputs.filter { $0.event.kind == .message }
  }

  @Test("The same seed gives the same session, another seed another", arguments: CallMode.allCases)
  func seeds(_ mode: CallMode) {
    let first = Self.session(mode: mode)
    #expect(Self.digest(first) == Self.digest(Self.session(mode: mode)))
    #expect(first.description == Self.session(mode: mode).description)
    #expect(Self.digest(first) != Self.digest(Self.session(seed: 8, mode: mode)))
  }

  @Test("The inputs are in the order of dispatch, the requests numbered", arguments: [1, 2, 3])
  func order(_ seed: UInt64) {
    let session = Self.session(seed: seed)
    let events = session.inputs.map(\.event)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.precedes($1) }, "seed \(seed)")
    #expect(events.allSatisfy { (0...Self.minute).contains($0.timestamp) })
    let requests = Self.requests(session)
    #expect(requests.map(\.event.sequence) == (0..<UInt32(requests.count)).map { $0 })
    #expect(requests.allSatisfy { $0.event.source == .bridge && $0.event.command == .unknown })
    #expect(
      requests.allSatisfy {
        Int($0.event.payload.reference.length) == $0.text.count && !$0.text.isEmpty
      }
    )
    #expect(session.inputs.allSatisfy { $0.event.kind == .message || $0.text.isEmpty })
  }

  @Test("The walk beside the page is the walk without it")
  func walk() {
    let walk = SyntheticSession(
      kind: .walk,
      seed: 7,
      durationNanoseconds: Self.minute,
      accelerometerHertz: 10
    )
    var expected = WordDigest()
    for event in walk { expected.add(event) }
    var found = WordDigest()
    for input in Self.session().inputs where input.event.kind != .message { found.add(input.event) }
    #expect(found.value == expected.value)
  }

  @Test("The session says whose page it is, and by which rules", arguments: CallMode.allCases)
  func origin(_ mode: CallMode) {
    let description = Self.session(mode: mode).description
    #expect(description.origin.hasSuffix(", and a bell page"))
    #expect(description.calls == CallRules(mode: mode) && description.seed == 7)
  }

  @Test("A burst is more than the page's queue holds, and what is lost is said")
  func burst() {
    let session = Self.session(2 * Self.minute)
    #expect(session.description.losses.map(\.place) == ["page queue"])
    #expect(session.description.losses.allSatisfy { $0.count > 0 })
    #expect(Self.session(10_000_000_000).description.losses.isEmpty)
  }

  @Test("Towards the end nothing is begun any more, so that everything has its answer")
  func quiet() {
    let requests = Self.requests(Self.session())
    let last = requests.last?.event.timestamp ?? 0
    #expect(requests.count > 50 && last < Self.minute - 1_000_000_000, "the last one at \(last) ns")
  }

  @Test("A session of no time has no inputs", arguments: [0, 1, 1_000_000] as [Int64])
  func short(_ duration: Int64) {
    #expect(Self.requests(Self.session(duration)).isEmpty)
    #expect(Self.session(0).inputs.isEmpty)
  }

  @Test("A duration that is out of range traps")
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      _ = PageSession(
        of: RingingScript.self,
        seed: 0,
        durationNanoseconds: PageSession.maximumNanoseconds + 1
      )
    }
  }
}
