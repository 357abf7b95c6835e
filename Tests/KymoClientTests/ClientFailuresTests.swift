import Testing

@testable import KymoClient

/// What has no reply is counted by its own reason, and shown as far as it was seen.
@Suite("Failures of a client") struct ClientFailuresTests {
  @Test("Each reason is counted by itself, with the first of it") func reasons() {
    var failures = ClientFailures()
    #expect(failures.isEmpty && failures.total == 0)
    for place in 0..<3 {
      var error = ClientError(.badReply, "no status line")
      error.detail = "number \(place)"
      error.closing = .client
      failures.add(error, wasSent: true, request: 10 + place, connection: place)
    }
    var ended = ClientError(.badReply, "no status line")
    ended.closing = .serverEnded
    failures.add(ended, wasSent: true, request: 13, connection: 0)
    failures.add(
      ClientError(.badReply, "several lengths"),
      wasSent: true,
      request: 14,
      connection: 1
    )
    let refused = ClientError(.refused, ClientError.Kind.refused.rawValue)
    failures.add(refused, wasSent: false, request: 15, connection: 2)
    failures.add(refused, wasSent: true, request: 16, connection: 2)
    #expect(failures.entries.map(\.count) == [3, 1, 1, 1, 1] && failures.total == 7)
    #expect(failures.entries.map(\.request) == [10, 13, 14, 15, 16])
    #expect(failures.entries[0].first.detail == "number 0" && failures.entries[0].connection == 0)
    #expect(failures.entries.map(\.wasSent) == [true, true, true, false, true])
  }

  @Test("There are no more reasons than can be told apart") func limit() {
    var failures = ClientFailures()
    for number in 0..<ClientFailures.limit + 5 {
      let error = ClientError(.system, "error \(number)")
      failures.add(error, wasSent: true, request: number, connection: 0)
    }
    failures.add(ClientError(.system, "error 0"), wasSent: true, request: 0, connection: 0)
    #expect(failures.entries.count == ClientFailures.limit && failures.others == 5)
    #expect(failures.entries[0].count == 2 && failures.total == ClientFailures.limit + 6)
  }

  /// An excerpt of bytes that come in pieces.
  private static func excerpt(_ bytes: [UInt8], pieces: [Int], shown: Int = .max) -> ReplyExcerpt {
    var excerpt = ReplyExcerpt()
    var start = 0
    for size in pieces {
      let piece = Array(bytes[start..<start + size])
      piece.lend { excerpt.add($0, shown: min(size, shown)) }
      start += size
    }
    return excerpt
  }

  @Test("An excerpt has the first and the last bytes, whatever pieces they come in")
  func excerpts() {
    let bytes = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
    let head = Array(bytes.prefix(256))
    for pieces in [[2000], Array(repeating: 1, count: 2000), [255, 2, 1743], [1900, 100]] {
      let excerpt = Self.excerpt(bytes, pieces: pieces)
      #expect(excerpt.count == 2000 && excerpt.head == head, "\(pieces.count) pieces")
      #expect(excerpt.tail == Array(bytes.suffix(128)), "\(pieces.count) pieces")
      #expect(excerpt.leftOut == 2000 - 256 - 128)
    }
    let short = Self.excerpt(Array(bytes.prefix(300)), pieces: [100, 200])
    #expect(short.head + short.tail == Array(bytes.prefix(300)) && short.leftOut == 0)
    var again = short
    again.reset()
    #expect(again == ReplyExcerpt())
  }

  @Test("What is behind a fault is counted and not shown") func fault() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    let excerpt = Self.excerpt(bytes, pieces: [1000], shown: 500)
    #expect(excerpt.count == 1000 && excerpt.tail == Array(bytes[372..<500]))
    let early = Self.excerpt(bytes, pieces: [1000], shown: 10)
    #expect(early.head == Array(bytes.prefix(10)) && early.tail.isEmpty && early.leftOut == 990)
  }

  @Test("Bytes are shown as plain text with escapes") func escapes() {
    #expect(
      ReplyExcerpt.text(Array("a\"\\\r\n\t\u{7f}é".utf8) + [0, 255])
        == #""a\"\\\r\n\t\x7f\xc3\xa9\x00\xff""#
    )
  }

  @Test(
    "A reader says where in a reply it is",
    arguments: [
      ("", "before a reply", ""), ("HTTP/1.1 2", "in the head", ""),
      ("HTTP/1.1 200 OK\r\nA: b\r\n", "in the head", ""),
      ("HTTP/1.1 100 Continue\r\n\r\n", "behind an interim reply", ""),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", "in the body",
        "4 of 9 bytes of the body"
      ),
      ("HTTP/1.1 200 OK\r\n\r\nfour", "in the body", "4 bytes of the body"),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "at the size of a chunk",
        "0 bytes of the body"
      ),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "in a chunk",
        "2 bytes of the body, 3 missing in the chunk"
      ),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", "in the trailer",
        "1 bytes of the body"
      ),
    ]
  )
  func places(text: String, place: String, progress: String) throws {
    var reader = ResponseReader()
    reader.begin()
    _ = try reader.read(Array(text.utf8))
    #expect(reader.place.rawValue == place && reader.progress == progress)
  }

  @Test("A reply that is cut in its status line does not lack one")
  func cutReplies() throws {
    for text in ["HTT", "HTTP/", "HTTP/1.1 20", ""] {
      var reader = ResponseReader()
      reader.begin()
      _ = try reader.read(Array(text.utf8))
      #expect(fails(.cut) { () throws(ResponseError) in try reader.end() })
    }
  }

  @Test(
    "What cannot begin a status line fails with the byte that shows it, and nothing more is waited for",
    arguments: [
      (Array("<html>".utf8), 1, ResponseError.statusLine), (Array("HTML".utf8), 3, .statusLine),
      (Array("HTTP:".utf8), 5, .statusLine), ([0], 1, .statusLine),
      ([0x15, 0x03, 0x01, 0, 2, 2, 70], 1, .statusLine), ([0x18, 0x03], 1, .statusLine),
    ]
  )
  func noStatusLine(bytes: [UInt8], needed: Int, error: ResponseError) throws {
    // As a whole and byte by byte, also behind an interim reply.
    for start in ["", "HTTP/1.1 100 Continue\r\n\r\n"] {
      var reader = ResponseReader()
      reader.begin()
      _ = try reader.read(Array(start.utf8))
      for byte in bytes.prefix(needed - 1) { _ = try reader.read([byte]) }
      #expect(fails(error) { () throws(ResponseError) in _ = try reader.read([bytes[needed - 1]]) })
      reader.begin()
      _ = try reader.read(Array(start.utf8))
      #expect(
        fails(bytes[0] == 0x15 ? .tls : error) { () throws(ResponseError) in
          _ = try reader.read(bytes)
        }
      )
    }
  }

  @Test("An alert of TLS says that the port speaks https, whatever bytes are in it") func tls() {
    // The second has a line feed in it, which ends a line.
    for alert: [UInt8] in [[0x15, 3, 1, 0, 2, 2, 70], [0x15, 3, 3, 0, 2, 2, 10], [0x16, 3]] {
      var reader = ResponseReader()
      reader.begin()
      #expect(fails(.tls) { () throws(ResponseError) in _ = try reader.read(alert) })
    }
    let text = ClientError(.badReply, ResponseError.tls.description).description
    #expect(text.hasPrefix("not a reply: no status line") && text.contains("https"))
  }

  private func fails(_ expected: ResponseError, _ body: () throws(ResponseError) -> Void) -> Bool {
    do throws(ResponseError) { try body() } catch { return error == expected }
    return false
  }
}
