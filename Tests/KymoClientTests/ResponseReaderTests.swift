import KymoHTTP
import KymoTestSupport
import Testing

@testable import KymoClient

/// A reply is the same whatever pieces it comes in, and what is none is refused.
@Suite("Reading replies") struct ResponseReaderTests {
  /// What a reader made of bytes.
  private struct Read: Equatable {
    var status = 0
    var names: [String] = []
    var values: [String] = []
    var body = ""
    var interim = 0
    var keepsConnection = false
    var used: Int?
    var error: ResponseError?
  }

  private static func read(
    _ text: String,
    pieces: [Int] = [],
    isHead: Bool = false,
    ends: Bool = false,
    limits: ResponseLimits = ResponseLimits()
  ) -> Read {
    let bytes = Array(text.utf8)
    var reader = ResponseReader(limits: limits, keepsMessages: true)
    reader.begin(isHead: isHead)
    var result = Read()
    var start = 0
    do throws(ResponseError) {
      for end in pieces + [bytes.count] where !reader.isComplete {
        let piece = Array(bytes[start..<end])
        if let used = try reader.read(piece) {
          result.used = start + used
        }
        start = end
      }
      if ends { try reader.end() }
    } catch { result.error = error }
    result.status = reader.status
    result.names = reader.fields.map(\.name)
    result.values = reader.fields.map(\.value)
    result.body = String(decoding: reader.body, as: UTF8.self)
    result.interim = reader.interim
    result.keepsConnection = reader.keepsConnection
    return result
  }

  private static let good = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: a\r\nx:  b \r\n\r\nhello",
    "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n002;a=b\r\nlo\r\n0\r\nT: 1\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: l\r\n\r\nHTTP/1.0 404 No\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n",
    "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
    "HTTP/1.1 200 OK\nContent-Length: 2, 2\nConnection: close\n\nhi",
  ]

  @Test("Cut at every byte", arguments: good) func cuts(text: String) {
    let whole = Self.read(text)
    #expect(whole.error == nil && whole.used == text.utf8.count)
    for cut in 0...text.utf8.count {
      #expect(Self.read(text, pieces: [cut]) == whole, "cut at \(cut)")
      guard cut < text.utf8.count else { continue }
      let part = String(decoding: Array(text.utf8.prefix(cut)), as: UTF8.self)
      #expect(Self.read(part, ends: true).error == .cut, "ended at \(cut)")
    }
  }

  @Test("Pieces of any size", arguments: 1...50) func pieces(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var text = "HTTP/1.1 \(200 + random.below(99)) fine\r\n"
    for index in 0..<random.below(20) {
      text += "X-\(index): \(String(repeating: "v", count: random.below(300)))\r\n"
    }
    let body = (0..<random.below(3000)).map { _ in "b" }.joined()
    if random.once(in: 2), !text.hasPrefix("HTTP/1.1 204") {
      text += "Transfer-Encoding: chunked\r\n\r\n"
      var rest = body[...]
      while !rest.isEmpty {
        let part = rest.prefix(1 + random.below(400))
        rest = rest.dropFirst(part.count)
        text += String(part.count, radix: 16) + "\r\n\(part)\r\n"
      }
      text += "0\r\n\r\n"
    } else {
      text += "Content-Length: \(body.count)\r\n\r\n"
      if !text.hasPrefix("HTTP/1.1 204") { text += body }
    }
    let whole = Self.read(text)
    #expect(whole.error == nil && whole.used == text.utf8.count, "seed \(seed)")
    var pieces: [Int] = []
    var place = 0
    while place < text.utf8.count {
      pieces.append(place)
      place += 1 + random.below(200)
    }
    #expect(Self.read(text, pieces: pieces) == whole, "seed \(seed)")
    let more = Self.read(text + "surplus", pieces: pieces)
    #expect(more.used == whole.used && more.body == whole.body, "seed \(seed)")
  }

  @Test("Damaged replies end in an error or a reply, never in a trap", arguments: 1...200)
  func damaged(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes = Array(Self.good[random.below(Self.good.count)].utf8)
    for _ in 0...random.below(4) {
      switch random.below(3) {
      case 0: bytes[random.below(bytes.count)] = UInt8(random.below(256))
      case 1: bytes.remove(at: random.below(bytes.count))
      default: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count))
      }
    }
    var whole = ResponseReader()
    var pieces = ResponseReader()
    whole.begin()
    pieces.begin()
    let first = Self.outcome { () throws(ResponseError) in
      try whole.read(bytes)
    }
    let second = Self.outcome { () throws(ResponseError) in
      for (place, byte) in bytes.enumerated() {
        let used = try pieces.read([byte])
        if let used { return place + used }
      }
      return nil
    }
    #expect(first == second, "seed \(seed)")
  }

  private static func outcome(_ body: () throws(ResponseError) -> Int?) -> String {
    do { return "\(try body() ?? -1)" } catch { return "\(error)" }
  }

  @Test("What has no body, and what ends with the connection") func ends() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    #expect(Self.read(head, isHead: true).used == head.utf8.count)
    let open = Self.read("HTTP/1.1 200 OK\r\n\r\nall", ends: true)
    #expect(open.error == nil && open.body == "all" && !open.keepsConnection)
    #expect(Self.read("HTTP/1.1 200 OK\r\n\r\nall").used == nil)
  }

  @Test("What keeps a connection")
  func connection() {
    func keeps(_ start: String) -> Bool {
      Self.read(start + "\r\nContent-Length: 0\r\n\r\n").keepsConnection
    }
    #expect(keeps("HTTP/1.1 200 OK"))
    #expect(!keeps("HTTP/1.0 200 OK"))
    #expect(keeps("HTTP/1.0 200 OK\r\nConnection: Keep-Alive"))
    #expect(!keeps("HTTP/1.1 200 OK\r\nConnection: a, CLOSE"))
  }

  @Test(
    "What is no reply",
    arguments: [
      ("SSH-2.0-x\r\n", ResponseError.statusLine), ("HTTP/2 200\r\n", .version),
      ("HTTP/1.1 20 OK\r\n", .status), ("HTTP/1.1 2000 OK\r\n", .status),
      ("HTTP/1.1 099 OK\r\n", .status), ("HTTP/1.1\r\n", .status),
      ("HTTP/1.10 200 OK\r\n", .version), ("\r\nHTTP/1.1 200 OK\r\n", .statusLine),
      ("HTTP/1.1 200 OK\r\nA : b\r\n", .field), ("HTTP/1.1 200 OK\r\n: b\r\n", .field),
      ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n", .field), ("HTTP/1.1 200 OK\r\nA: \0\r\n", .field),
      ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n", .contentLength),
      ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n", .contentLength),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1 2\r\n", .contentLength),
      ("HTTP/1.1 200 OK\r\nContent-Length:\r\n", .contentLength),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n", .severalLengths),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n", .severalLengths),
      ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n", .contentLengthTooLarge),
      ("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551616\r\n", .contentLengthTooLarge),
      ("HTTP/1.1 200 OK\r\nContent-Length: 12345678901234567890123\r\n", .contentLengthTooLarge),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1234567890123456789012x\r\n", .contentLength),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 12345678901234567890123, 5\r\n", .severalLengths
      ),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n", .transferCoding),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .twoLengths),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .chunkSize),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .chunkSize),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", .chunkSize
      ),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", .chunkEnd),
      ("HTTP/1.1 101 Switching\r\n\r\n", .upgraded),
    ]
  )
  func refused(text: String, error: ResponseError) {
    #expect(Self.read(text).error == error)
  }

  @Test("A length is large by its value, not by its digits") func manyDigits() {
    let zeros = String(repeating: "0", count: 22)
    let reply = Self.read("HTTP/1.1 200 OK\r\nContent-Length: \(zeros)2\r\n\r\nhi")
    #expect(reply.error == nil && reply.body == "hi")
  }

  @Test("Limits") func limits() {
    var limits = ResponseLimits()
    limits.headBytes = 64
    limits.bodyBytes = 4
    limits.interimReplies = 1
    let start = "HTTP/1.1 200 OK\r\n"
    let long = start + "X: " + String(repeating: "x", count: 64)
    #expect(Self.read(long, limits: limits).error == .headTooLong(limit: 64))
    let endless = start + "\r\nabcde"
    #expect(Self.read(endless, limits: limits).error == .bodyTooLong(limit: 4))
    let stated = start + "Content-Length: 5\r\n\r\n"
    #expect(Self.read(stated, limits: limits).error == .bodyTooLong(limit: 4))
    let chunks = start + "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n"
    #expect(Self.read(chunks, limits: limits).error == .bodyTooLong(limit: 4))
    let interim = String(repeating: "HTTP/1.1 102 P\r\n\r\n", count: 2)
    #expect(Self.read(interim, limits: limits).error == .tooManyInterim(limit: 1))
    // Sizes of chunks and trailers are lines, too.
    limits.bodyBytes = 100
    let sizes = start + "Transfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "e", count: 40)
    #expect(Self.read(sizes, limits: limits).error == .headTooLong(limit: 64))
  }

  @Test("Reading replies allocates nothing once it has begun") func allocations() {
    guard Allocations.areCounted else { return }
    // As a whole, and in pieces of seven bytes.
    let texts = Self.good.flatMap { text -> [[[UInt8]]] in
      let bytes = Array(text.utf8)
      return [
        [bytes], stride(from: 0, to: bytes.count, by: 7).map { Array(bytes[$0...].prefix(7)) },
      ]
    }
    var reader = ResponseReader()
    var complete = 0
    func pass() {
      for index in texts.indices where reader.completes(texts[index]) { complete += 1 }
    }
    pass()
    complete = 0
    let count = Allocations.count { for _ in 0..<10 { pass() } }
    #expect(count == 0)
    #expect(complete == 10 * texts.count)
  }
}

extension ResponseReader {
  /// Whether pieces are a whole reply.
  fileprivate mutating func completes(_ pieces: [[UInt8]]) -> Bool {
    begin()
    do throws(ResponseError) {
      // Without an iterator, which allocates in a debug build.
      for index in pieces.indices {
        let used = try read(pieces[index])
        if used != nil { return true }
      }
    } catch {}
    return false
  }
}
