import KymoCore
import Testing

@testable import KymoRecording

@Suite("Faults in texts") struct FaultInTextTests {
  private static let event = Event(
    timestamp: 1,
    sequence: 0,
    command: CommandID(rawValue: 1),
    source: .bridge,
    kind: .message,
    payload: Payload()
  )

  @Test("flip changes the last bit of the text, whatever its length", arguments: 1...5)
  func flip(length: Int) {
    let text = (0..<length).map { UInt8($0) }
    var injector = FaultInjector(.flip(1))
    var passed: [ReplayInput] = []
    for _ in 0..<3 {
      injector.pass(ReplayInput(event: Self.event, text: text)) { passed.append($0) }
    }
    injector.finish { passed.append($0) }
    var flipped = text
    flipped[length - 1] ^= 1
    #expect(passed.map(\.text) == [text, flipped, text])
    #expect(passed.allSatisfy { $0.event.payload == Payload() } && injector.wasApplied)
  }

  @Test("a fault that met nothing was not applied")
  func missed() {
    for fault in [nil, ReplayFault.drop(2), .flip(2), .swap(1)] {
      var injector = FaultInjector(fault)
      for _ in 0..<2 { injector.pass(ReplayInput(event: Self.event)) { _ in } }
      injector.finish { _ in }
      #expect(!injector.wasApplied, "\(String(describing: fault))")
    }
  }
}
