import Testing

@testable import KymoCapture

/// A reset counts where its sequence number lies in the window, and nowhere else.
@Suite("Resets") struct ResetTests {
  private static let count = 3
  private static let wanted = (0..<count).map { "GET /\($0) -> 200 body \($0)" }

  /// The numbers of both streams before each packet.
  private typealias Numbers = (client: UInt32, server: UInt32)

  private static func conversation() -> (stream: TestStream, numbers: [Numbers], ends: [Int]) {
    var stream = TestStream(client: 3_000_000_000, server: 4_294_967_000)
    var ends: [Int] = []
    for index in 0..<count {
      stream.send(true, TestStream.request("/\(index)"), pieces: [20])
      ends.append(stream.send(false, TestStream.reply("body \(index)"), pieces: [25]).upperBound)
    }
    var numbers: [Numbers] = []
    var next: Numbers = (3_000_000_000, 4_294_967_000)
    for packet in stream.packets {
      numbers.append(next)
      let step = UInt32(packet.payload.count) + (packet.frame.flags.contains(.syn) ? 1 : 0)
      if packet.frame.source == TestExchange.client {
        next.client = packet.frame.sequence &+ step
      } else {
        next.server = packet.frame.sequence &+ step
      }
    }
    numbers.append(next)
    return (stream, numbers, ends)
  }

  @Test("One that comes next ends the connection, at every place", arguments: [true, false])
  func next(isClient: Bool) throws {
    let (stream, numbers, ends) = Self.conversation()
    // Behind the handshake: what is before it is refused otherwise.
    for place in 3...stream.packets.count {
      var reset = stream
      reset.packets.insert(
        stream.packet(isClient, .rst, at: numbers[place]),
        at: place
      )
      let (exchanges, extractor) = try reset.extract()
      let whole = ends.count { $0 <= place }
      let found = exchanges.filter(\.isComplete).map(TestExchange.summary)
      #expect(found == Array(Self.wanted.prefix(whole)), "\(place)")
      #expect(extractor.counts[.reset] == 1 && extractor.counts[.ignoredReset] == 0, "\(place)")
      #expect(extractor.holes.isEmpty, "\(place)")
      for exchange in exchanges.dropFirst(whole) {
        #expect(exchange.absence == .connectionEnded, "\(place)")
      }
    }
  }

  @Test(
    "One outside the window changes nothing, at every place",
    arguments: [2_000_000, 70_000, -1, -2_000_000, 1 << 31],
    [true, false]
  )
  func outside(distance: Int, isClient: Bool) throws {
    let (stream, numbers, _) = Self.conversation()
    for place in 3...stream.packets.count {
      var next = numbers[place]
      let step = UInt32(truncatingIfNeeded: distance)
      next.client &+= step
      next.server &+= step
      // A number that was sent but not acknowledged may still count: see below.
      let flags: TCPSegment.Flags = distance % 2 == 0 ? [.rst, .ack] : .rst
      var reset = stream
      reset.packets.insert(stream.packet(isClient, flags, at: next), at: place)
      let (exchanges, extractor) = try reset.extract()
      let isLast = place == stream.packets.count
      #expect(exchanges.map(TestExchange.summary) == Self.wanted, "\(place)")
      #expect(exchanges.allSatisfy { $0.isComplete }, "\(place)")
      #expect(extractor.holes.isEmpty, "\(place)")
      if !isLast, distance != -1 {
        #expect(extractor.counts[.ignoredReset] == 1, "\(place)")
        #expect(extractor.counts[.reset] == 0, "\(place)")
      }
    }
  }

  @Test("One in the window that does not come next ends nothing that goes on")
  func inside() throws {
    let (stream, numbers, ends) = Self.conversation()
    for place in 3...stream.packets.count {
      var next = numbers[place]
      next.server &+= 1000
      var reset = stream
      reset.packets.insert(stream.packet(false, .rst, at: next), at: place)
      let (exchanges, extractor) = try reset.extract()
      #expect(exchanges.map(TestExchange.summary) == Self.wanted, "\(place)")
      let goesOn = place < ends[Self.count - 1]
      #expect(extractor.counts[.ignoredReset] == (goesOn ? 1 : 0), "\(place)")
      #expect(extractor.counts[.reset] == (goesOn ? 0 : 1), "\(place)")
    }
  }

  @Test("A window is scaled where both ends say so") func scaled() throws {
    let (stream, numbers, _) = Self.conversation()
    for offered in [true, false] {
      var file = PcapEncoder.header(link: .ethernet)
      for (place, packet) in stream.packets.enumerated() {
        var bytes = packet.bytes
        // The one option of a SYN gives way to a scale of 8 bits.
        if packet.frame.flags.contains(.syn), offered || place == 0 {
          bytes.replaceSubrange(54..<58, with: [3, 3, 8, 1])
        }
        file += PcapEncoder.packet(bytes, at: packet.time)
      }
      var next = numbers[numbers.count - 1]
      next.server &+= 2_000_000
      file += PcapEncoder.packet(stream.packet(false, .rst, at: next).bytes, at: 1_000_000_000)
      let (_, extractor) = try TestExchange.extract(file)
      #expect(extractor.counts[.reset] == (offered ? 1 : 0))
    }
  }

  @Test("A SYN that an old connection questions, and that is asked again") func challenge() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.close()
    let old: Numbers = (client: 77_000_000, server: 99_000_000)
    stream.packets.insert(
      contentsOf: [
        stream.packet(false, .ack, at: old), stream.packet(true, .rst, at: (77_000_000, 0)),
        stream.packets[0],
      ],
      at: 1
    )
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 one"])
    #expect(exchanges.first?.isComplete == true)
    #expect(extractor.connections == 1)
    #expect(extractor.holes.isEmpty)
    #expect(extractor.counts[.ignoredReset] == 1)
  }

  @Test("A SYN that is refused, and one with the same number that is not") func refused() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.close()
    stream.packets.insert(
      contentsOf: [
        stream.packet(false, [.rst, .ack], at: (client: 101, server: 0)), stream.packets[0],
      ],
      at: 1
    )
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 one"])
    #expect(extractor.connections == 2)
    #expect(extractor.counts[.reset] == 1)
  }

  @Test("The text of a reset is no data") func text() throws {
    let (stream, numbers, _) = Self.conversation()
    var reset = stream
    reset.packets.append(
      stream.packet(
        false,
        .rst,
        Array(TestStream.reply("no").utf8),
        at: numbers[numbers.count - 1]
      )
    )
    let (exchanges, extractor) = try reset.extract()
    #expect(exchanges.map(TestExchange.summary) == Self.wanted)
    #expect(extractor.counts[.strayReply] == 0)
  }
}
