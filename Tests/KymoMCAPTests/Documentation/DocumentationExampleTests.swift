import Foundation
import KymoMCAP
import Testing

@Suite("The examples of the documentation")
struct DocumentationExampleTests {
  /// Bytes that lie in pieces, as they came from a network.
  final class PiecewiseSource: MCAPByteSource {
    let pieces: [[UInt8]]

    init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    var size: UInt64? { UInt64(pieces.map(\.count).reduce(0, +)) }

    func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
      var (place, start) = (offset, UInt64(0))
      for piece in pieces where output.freeCapacity > 0 {
        let end = start + UInt64(piece.count)
        if place < end {
          let first = Int(place - start)
          let count = min(piece.count - first, output.freeCapacity)
          for byte in piece[first..<first + count] { output.append(byte) }
          place += UInt64(count)
        }
        start = end
      }
    }
  }

  @Test("Messages are written, and read in both orders") func reads() throws {
    // The lines are those of KymoMCAP.md; change both together.
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink)
    let walk = try writer.addChannel(topic: "/walk/steps", messageEncoding: "json")
    let climb = try writer.addChannel(topic: "/climb/steps", messageEncoding: "json")
    for (time, channel) in [(1, walk), (4, walk), (3, climb), (2, walk)] {
      let message = MCAPMessage(
        channelID: channel,
        sequence: 0,
        logTime: UInt64(time) * 1_000_000_000,
        publishTime: UInt64(time) * 1_000_000_000,
        data: Array("{\"step\":\(time)}".utf8)
      )
      try writer.append(message)
    }
    _ = try writer.finish()

    // In the order of the file.
    var bytes = 0
    var stream = MCAPStreamReader(MCAPMemorySource(sink.bytes))
    while let message = try stream.nextMessage() {
      stream.withData(of: message) { data in bytes += data.byteCount }
    }

    // In the order of time, the messages of one topic.
    let reader = try MCAPIndexedReader(MCAPMemorySource(sink.bytes))
    var cursor = reader.messages(MCAPQuery(topics: ["/walk/steps"]))
    var steps: [UInt8] = []
    while let message = try cursor.next() {
      steps.append(cursor.message(message).data[8])  // A copy, as this one is kept.
    }

    #expect(bytes == 40)
    #expect(steps == Array("124".utf8))

    for length in [1, 7, 1000] {
      let starts = stride(from: 0, to: sink.bytes.count, by: length)
      let pieces = starts.map { Array(sink.bytes[$0..<min($0 + length, sink.bytes.count)]) }
      let source = PiecewiseSource(pieces)
      var again = try MCAPIndexedReader(source).messages()
      var times: [UInt64] = []
      while let message = try again.next() { times.append(message.logTime / 1_000_000_000) }
      #expect(times == [1, 2, 3, 4])
      var copies: [MCAPMessage] = []
      var front = MCAPStreamReader(source)
      while let message = try front.nextMessage() { copies.append(front.message(message)) }
      #expect(copies.map(\.logTime) == [1, 4, 3, 2].map { $0 * 1_000_000_000 })
    }
  }

  @Test("The documentation shows the lines that are compiled here") func same() throws {
    let here = URL(filePath: #filePath)
    var root = here
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = root.appending(path: "Sources/KymoMCAP/Documentation.docc/KymoMCAP.md")
    let blocks = try String(contentsOf: page, encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 2)
    let source = try String(contentsOf: here, encoding: .utf8)
    for block in blocks {
      let lines = try #require(block.components(separatedBy: "```").first)
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.count > 10)
      var rest = source[...]
      for line in lines {
        let found = try #require(rest.range(of: line), "not compiled here: \(line)")
        rest = rest[found.upperBound...]
      }
    }
  }
}
