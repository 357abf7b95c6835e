import KymoCore
import KymoRecording
import KymoTestSupport
import Synchronization
import Testing

@testable import KymoServer

/// A server of this process, over real sockets.
@Suite("The server over sockets") struct BridgeServerTests {
  /// A response as a client reads it.
  struct Reply: Equatable {
    var status: Int
    var fields: [String: String]
    var body: String
  }

  /// What clients were answered, by connection.
  struct Result: Sendable {
    var bytes: [[UInt8]] = []
    var isConnected = true
  }

  /// Runs clients against a server until they are through, and dispatches on this thread.
  private func serve(
    _ configuration: ServerConfiguration,
    clients: @escaping @Sendable (UInt16) -> Result
  ) throws -> (result: Result, summary: ServerSummary) {
    let stop = Flag()
    let clock = ServerClock(startingAt: 1_000_000_000)
    let server = try BridgeServer(configuration, clock: clock) { stop.value }
    let instance = try AppInstance(EchoApp.self)
    var lane = server.openSession(
      instance.routing,
      names: instance.table.names,
      info: ServerSessionInfo(app: "EchoApp", errorName: { "error \($0)" })
    )
    let port = server.port
    let carrier = HandOver<Result>()
    let thread = Self.thread(carrier) {
      let result = clients(port)
      stop.set()
      return result
    }
    dispatch(instance, &lane, clock)
    #expect(server.takeOrder() == .stop)
    thread.join()
    return (carrier.take(), server.finish())
  }

  private static func thread(
    _ carrier: sending HandOver<Result>,
    _ body: @escaping @Sendable () -> Result
  ) -> JoiningThread {
    JoiningThread { carrier.put(body()) }
  }

  private func dispatch(
    _ instance: consuming AppInstance,
    _ lane: inout ServerLane,
    _ clock: ServerClock
  ) {
    var pipeline = Pipeline(table: instance.table, sink: Tracer(lane.takePort()))
    lane.attach(to: &pipeline)
    lane.run(&pipeline, clock: clock)
    pipeline.finish()
    _ = pipeline.takeSink()
  }

  /// A request, and what it has to be answered.
  private struct Question {
    var bytes: [UInt8]
    var status: Int
    var events: Int
    var samples = 0
    var kind: String
  }

  private static func question(_ chance: inout SeededRandom) -> Question {
    func get(_ command: String, _ status: Int) -> Question {
      Question(
        bytes: Array("GET /call?cmd=\(command) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
        status: status,
        events: 1,
        kind: command
      )
    }
    func post(_ path: String, _ body: String, _ events: Int, samples: Int = 0) -> Question {
      let head =
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      return Question(
        bytes: Array((head + body).utf8),
        status: 200,
        events: events,
        samples: samples,
        kind: path
      )
    }
    switch chance.below(8) {
    case 0, 1: return get("echo", 200)
    case 2: return get("silent", 204)
    case 3: return get("fail", 500)
    case 4: return get("nope", 404)
    case 5, 6:
      var (parts, events): ([String], Int) = ([], 0)
      for number in 0..<chance.below(120) {
        let choices = [
          #""call?cmd=echo""#, #"{"handlerName":"echo","callbackId":\#(number)}"#,
          #"{"cmd":"silent","parameters":[\#(number)]}"#, "null",
        ]
        let choice = chance.below(4)
        parts.append(choices[choice])
        if choice < 3 { events += 1 }
      }
      return post("/bridge/queue", "[\(parts.joined(separator: ","))]", events)
    default:
      var parts: [String] = []
      let names = ["totalacceleration", "gyroscope", "magnetometer"]
      for _ in 0..<chance.below(200) {
        let time = 1_700_000_000_000_000_000 + Int64(chance.below(1000))
        parts.append(
          #"{"name":"\#(names[chance.below(3)])","time":\#(time),"values":{"x":1,"y":2,"z":3}}"#
        )
      }
      let body = #"{"payload":[\#(parts.joined(separator: ","))]}"#
      return post("/sensors", body, parts.count, samples: parts.count)
    }
  }

  @Test("Whatever is asked is answered once, in order on its connection", arguments: UInt64(1)...8)
  func everythingOnce(seed: UInt64) throws {
    print("seed \(seed)")
    var chance = SeededRandom(seed: seed)
    let connections = 1 + chance.below(6)
    let asked = (0..<connections).map { _ in
      (0..<1 + chance.below(40)).map { _ in Self.question(&chance) }
    }
    let end = Array("GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    let streams = asked.map { $0.flatMap(\.bytes) + end }
    // Torn anywhere, and the connections in any order.
    var pieces: [(connection: Int, range: Range<Int>)] = []
    var places = [Int](repeating: 0, count: connections)
    while let open = places.indices.filter({ places[$0] < streams[$0].count }).randomElement(
      using: &chance
    ) {
      let next = min(streams[open].count, places[open] + 1 + chance.below(900))
      pieces.append((open, places[open]..<next))
      places[open] = next
    }
    let plan = pieces
    let (result, summary) = try serve(ServerConfiguration()) { port in
      var result = Result()
      // A connection and a thread for each, so that who is answered much keeps nobody.
      let channels = (0..<connections).map { _ in Channel(port: port) }
      for piece in plan { channels[piece.connection].send(streams[piece.connection][piece.range]) }
      for channel in channels {
        result.isConnected = result.isConnected && channel.isConnected
        result.bytes.append(channel.receiveAll())
      }
      return result
    }
    try #require(result.isConnected)
    var seen: Set<String> = []
    for (questions, bytes) in zip(asked, result.bytes) {
      let replies = try Self.replies(bytes)
      #expect(replies.map(\.status) == questions.map(\.status) + [200])
      var last = Int64.min
      for (question, reply) in zip(questions, replies) {
        let stamps = try Self.stamps(reply)
        #expect(stamps.count == question.events, "\(question.kind)")
        for stamp in stamps {
          #expect(stamp.time > last)
          last = stamp.time
          #expect(seen.insert("\(stamp.source)/\(stamp.sequence)").inserted)
        }
        if question.kind == "echo" { #expect(reply.body == "e\(stamps[0].sequence)") }
        if question.kind == "/sensors" {
          #expect(reply.body.hasPrefix(#"{"samples":\#(question.samples),"#))
        }
      }
    }
    let all = asked.flatMap { $0 }
    #expect(summary.samples == UInt64(all.reduce(0) { $0 + $1.samples }))
    #expect(summary.commands == UInt64(all.reduce(0) { $0 + $1.events - $1.samples }))
    #expect(seen.count == all.reduce(0) { $0 + $1.events })
    #expect(summary.responses.reduce(0) { $0 + $1.count } == UInt64(all.count + connections))
    #expect(summary.connections == UInt64(connections) && summary.overflows == 0)
  }

  @Test(
    "A fault is answered once, ends its connection, and is counted",
    arguments: [
      ("POST /bridge/queue HTTP/1.1\r\nHost: localhost\r\nContent-Length:\r\n 41\r\n\r\n", 400),
      ("POST /bridge/queue HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
      ("POST /bridge/queue HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\n\r\n[]", 400),
      ("POST /bridge/queue HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", 413),
      ("GET / HTTP/2.0\r\n\r\n", 505),
    ]
  )
  func fault(_ start: String, _ status: Int) throws {
    let call = "GET /call?cmd=echo HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let bytes = Array((call + start + call + call).utf8)
    let (result, summary) = try serve(ServerConfiguration()) { port in
      let channel = Channel(port: port)
      channel.send(bytes[...])
      return Result(bytes: [channel.receiveAll()], isConnected: channel.isConnected)
    }
    let replies = try Self.replies(result.bytes[0])
    #expect(replies.map(\.status) == [200, status])
    #expect(replies.last?.fields["Connection"] == "close")
    #expect(summary.commands == 1 && summary.refused == 1)
    #expect(summary.responses.map(\.status) == [200, UInt16(status)])
  }

  @Test("A server that nobody asks anything ends") func nobody() throws {
    let (result, summary) = try serve(ServerConfiguration()) { _ in Result() }
    #expect(result.bytes.isEmpty && summary.connections == 0 && summary.responses.isEmpty)
  }

  @Test("A port that is taken is said") func taken() throws {
    var configuration = ServerConfiguration()
    let clock = ServerClock(startingAt: 0)
    let server = try BridgeServer(configuration, clock: clock)
    configuration.port = server.port
    #expect(throws: ServerError.self) { _ = try BridgeServer(configuration, clock: clock) }
    _ = server.finish()
  }

  // MARK: What clients read

  private static func replies(_ bytes: [UInt8]) throws -> [Reply] {
    var replies: [Reply] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var end = rest.startIndex
      while end + 4 <= rest.endIndex, !rest[end..<end + 4].elementsEqual("\r\n\r\n".utf8) {
        end += 1
      }
      try #require(end + 4 <= rest.endIndex, "a head that does not end")
      let lines = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        .split(separator: "\r\n")
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: ": ", maxSplits: 1)
        fields[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
      }
      let status = try #require(Int(lines[0].split(separator: " ")[1]))
      let length = fields["Content-Length"].flatMap { Int($0) } ?? 0
      rest = rest[(end + 4)...]
      try #require(rest.count >= length)
      replies.append(
        Reply(
          status: status,
          fields: fields,
          body: String(decoding: rest.prefix(length), as: UTF8.self)
        )
      )
      rest = rest.dropFirst(length)
    }
    return replies
  }

  private static func stamps(_ reply: Reply) throws -> [(source: Int, sequence: Int, time: Int64)] {
    guard var text = reply.fields["Kymo-Event"] else { return [] }
    if text == "body" {
      let start = try #require(reply.body.split(separator: #""events":""#).last)
      text = String(start.prefix { $0 != "\"" })
    }
    var stamps: [(source: Int, sequence: Int, time: Int64)] = []
    for run in text.split(separator: ", ") {
      let parts = run.split(separator: "*")
      let numbers = parts[0].split(separator: "/").compactMap { Int64($0) }
      try #require(numbers.count == 3)
      for step in 0..<(parts.count > 1 ? Int64(parts[1]) ?? 0 : 1) {
        stamps.append((Int(numbers[0]), Int(numbers[1] + step), numbers[2] + step))
      }
    }
    return stamps
  }
}

/// A flag that two threads see.
final class Flag: Sendable {
  private let isSet = Atomic(false)

  var value: Bool { isSet.load(ordering: .acquiring) }

  func set() { isSet.store(true, ordering: .releasing) }
}

/// A connection of a test, where an array may hold it.
final class Channel {
  private let client: UnsafeLoopbackClient?

  init(port: UInt16) { client = UnsafeLoopbackClient(port: port) }

  var isConnected: Bool {
    switch client {
    case .some: true
    case .none: false
    }
  }

  func send(_ bytes: ArraySlice<UInt8>) { _ = client?.send(bytes) }

  func receiveAll() -> [UInt8] { client?.receiveAll() ?? [] }
}
