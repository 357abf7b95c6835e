import KymoCore
import Testing

@testable import KymoRecording

@Suite("Fault injector") struct FaultInjectorTests {
  private static func event(_ index: Int) -> Event {
    let isFix = index % 3 == 2
    return Event(
      timestamp: Int64(index) * 10,
      sequence: UInt32(index),
      command: CommandID(rawValue: isFix ? 2 : 1),
      source: isFix ? .location : .accelerometer,
      kind: isFix ? .location : .acceleration,
      payload: Payload(Acceleration(x: Double(index), y: 0, z: 0))
    )
  }

  private func pass(_ fault: ReplayFault?, count: Int = 6) -> [Event] {
    var injector = FaultInjector(fault)
    var passed: [Event] = []
    for index in 0..<count {
      injector.pass(ReplayInput(event: Self.event(index))) { passed.append($0.event) }
    }
    injector.finish { passed.append($0.event) }
    return passed
  }

  @Test("no fault, or one beyond the end, changes nothing")
  func none() {
    for fault in [nil, ReplayFault.drop(6), .flip(6), .swap(6), .swap(5)] {
      let passed = pass(fault)
      #expect(passed.map(\.timestamp) == [0, 10, 20, 30, 40, 50], "\(String(describing: fault))")
      #expect(passed.map(\.payload.acceleration.x) == [0, 1, 2, 3, 4, 5])
      #expect(passed.map(\.command.rawValue) == [1, 1, 2, 1, 1, 2])
    }
  }

  @Test("drop leaves one event out", arguments: 0...5)
  func drop(index: Int) {
    let expected = (0..<6).filter { $0 != index }.map { Int64($0) * 10 }
    #expect(pass(.drop(UInt64(index))).map(\.timestamp) == expected)
  }

  @Test("flip changes one bit of one event", arguments: 0...5)
  func flip(index: Int) {
    for (place, event) in pass(.flip(UInt64(index))).enumerated() {
      let changed = event.payload.word0 ^ Self.event(place).payload.word0
      #expect(changed == (place == index ? 1 : 0))
      #expect(event.timestamp == Int64(place) * 10)
    }
  }

  @Test("swap exchanges what two events say, not when and where they came", arguments: 0...4)
  func swap(index: Int) {
    let passed = pass(.swap(UInt64(index)))
    var order = Array(0..<6)
    order.swapAt(index, index + 1)
    #expect(passed.map(\.payload.acceleration.x) == order.map(Double.init))
    #expect(passed.map(\.command) == order.map { Self.event($0).command })
    #expect(passed.map(\.kind) == order.map { Self.event($0).kind })
    #expect(passed.map(\.timestamp) == [0, 10, 20, 30, 40, 50])
    #expect(passed.map(\.sequence) == [0, 1, 2, 3, 4, 5])
    #expect(passed.map(\.source) == (0..<6).map { Self.event($0).source })
  }
}
