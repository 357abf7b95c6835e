import KymoCore
import KymoTestSupport
import Testing

@testable import KymoServer

/// The server writes lists of stamps, and who reads a capture of it reads them.
@Suite("Lists of stamps") struct StampListTests {
  @Test("A stamp is what it was", arguments: ["3/0/0", "255/4294967295/9223372036854775807"])
  func stamps(text: String) { #expect(EventStamp(text)?.text == text) }

  @Test(
    "What is no stamp",
    arguments: [
      "", "3/0", "3/0/-1", "256/0/0", "3/0/0/0", "3//0", "a/b/c", "3/0/9223372036854775808",
    ]
  )
  func noStamps(text: String) { #expect(EventStamp(text) == nil) }

  @Test("What was written is read", arguments: UInt64(1)...40)
  func roundTrip(seed: UInt64) throws {
    print("seed \(seed)")
    var chance = SeededRandom(seed: seed)
    var list = StampList()
    var stamps: [EventStamp] = []
    var (sequences, time) = ([UInt32](repeating: 0, count: 4), Int64(chance.spread(upTo: 1 << 61)))
    if chance.once(in: 4) { sequences[0] = .max - 3 }
    for _ in 0..<chance.below(300) {
      let source = chance.once(in: 3) ? chance.below(4) : 0
      time += chance.once(in: 4) ? chance.spread(upTo: 1 << 40) : 1
      let stamp = EventStamp(
        source: SourceID(rawValue: UInt8(source)),
        sequence: sequences[source],
        timestamp: time
      )
      sequences[source] &+= 1
      stamps.append(stamp)
      list.add(stamp.source, stamp.sequence, stamp.timestamp)
    }
    let text = list.finish()
    if stamps.isEmpty { return #expect(text.isEmpty) }
    #expect(EventStamp.list(text) == stamps)
  }

  @Test("One run is one entry") func run() {
    var list = StampList()
    for number in 0..<5 { list.add(.bridge, 7 + UInt32(number), 100 + Int64(number)) }
    #expect(list.finish() == "3/7/100*5")
    #expect(EventStamp.field == "Kymo-Event" && EventStamp.list(EventStamp.inBody) == nil)
  }

  @Test(
    "What is no list",
    arguments: [
      "", ",", "1/2", "1/2/3*", "1/2/3*0", "1/2/3*-1", "1/2/3*4*5", "1/2/3,", "256/0/0", "1/2/-3",
      "1/2/3*100001", "1/2/9223372036854775807*2", "1/4294967296/0", "a/b/c",
    ]
  )
  func noList(_ text: String) { #expect(EventStamp.list(text) == nil) }
}
