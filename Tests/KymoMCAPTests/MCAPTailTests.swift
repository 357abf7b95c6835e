import Glibc
@testable import KymoMCAP
import KymoTestSupport
import Synchronization
import Testing

/// What is in open chunks, in the file before they are closed.
@Suite("MCAP writer, killed") struct MCAPTailTests {
  /// Lets other threads work for so many ms.
  static func wait(_ milliseconds: UInt32) { usleep(1000 * milliseconds) }

  /// What a reader finds in a file, by the numbers of its messages, in order; nil if nothing can be read.
  static func found(in file: [UInt8]) -> [UInt32]? {
    let sink = MCAPMemorySink()
    guard (try? MCAPRecovery.recover(MCAPMemorySource(file), into: sink)) != nil else { return nil }
    var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
    var numbers: [UInt32] = []
    while let message = try? reader.nextMessage() { numbers.append(message.sequence) }
    return numbers.sorted()
  }

  /// A writer without threads, whose open chunks are copied when the test says so.
  struct Hand: ~Copyable {
    let sink = MCAPTracedSink()
    private let output: MCAPOutput
    private let options: MCAPWriterOptions
    private var tail: MCAPTail
    private var position: UInt64
    private var compressor: UnsafeMCAPCompressor
    private var press: MCAPChunkPress
    private var next: UInt32 = 0
    private var open: (main: [UInt32], apart: [UInt32]) = ([], [])
    private var closed: [UInt32] = []
    /// After how many steps which messages have to be there.
    private(set) var promised: [(steps: Int, messages: [UInt32])] = []

    init(reserve: UInt64) throws(MCAPError) {
      var options = MCAPWriterOptions(compression: .none)
      options.messageIndex = true
      self.options = options
      output = MCAPOutput(sink, options)
      tail = MCAPTail(sink, synchronizes: false, reserve: reserve, shortestSlot: 128)
      compressor = UnsafeMCAPCompressor(options)
      press = MCAPChunkPress(options)
      var start = UnsafeMCAPBuffer(capacity: 64)
      start.put(bytes: MCAPFormat.magic)
      MCAPHeader(profile: "", library: "test").encode(into: &start)
      for id in 1...2 as ClosedRange<UInt16> {
        MCAPChannel(id: id, schemaID: 0, topic: "/\(id)", messageEncoding: "")
          .encode(into: &start)
      }
      position = UInt64(start.count)
      try start.withBytes(0..<start.count) { bytes throws(MCAPError) in try sink.write(bytes) }
    }

    mutating func add(apart: Bool) {
      if apart { open.apart.append(next) } else { open.main.append(next) }
      next += 1
    }

    /// The record of a chunk with these messages.
    private mutating func chunk(_ numbers: [UInt32], channel: UInt16) -> [UInt8] {
      var chunk = UnsafeMCAPChunkBuilder(capacity: 4096, keepsIndex: true)
      chunk.reserveEntry(channel: channel)
      for number in numbers {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Int(number % 40)).withRawSpan {
          chunk.append(
            channel: channel,
            sequence: number,
            logTime: UInt64(number),
            publishTime: 0,
            data: $0
          )
        }
      }
      press.prepare(chunk, with: &compressor)
      var bytes = UnsafeMCAPBuffer(capacity: 64)
      press.record(of: chunk, into: &bytes)
      return bytes.copy(0..<bytes.count)
    }

    private mutating func promise(_ messages: [UInt32]) {
      promised.append((sink.steps.count, messages.sorted()))
    }

    mutating func save() throws(MCAPError) {
      var parts: [MCAPTail.Part] = []
      if !open.main.isEmpty {
        parts.append(.init(isApart: false, bytes: chunk(open.main, channel: 1)))
      }
      if !open.apart.isEmpty {
        parts.append(.init(isApart: true, bytes: chunk(open.apart, channel: 2)))
      }
      if parts.isEmpty { return }
      try tail.put(parts, at: position)
      saved = open
      promise(closed + open.main + open.apart)
    }

    private var saved: (main: [UInt32], apart: [UInt32]) = ([], [])

    mutating func close(both: Bool) throws(MCAPError) {
      if !open.main.isEmpty {
        closed += open.main
        try write(chunk(open.main, channel: 1), .chunk)
        (open.main, saved.main) = ([], [])
        promise(closed + saved.apart)
      }
      guard both, !open.apart.isEmpty else { return }
      closed += open.apart
      try write(chunk(open.apart, channel: 2), .apart)
      (open.apart, saved.apart) = ([], [])
      promise(closed)
    }

    private mutating func write(
      _ bytes: [UInt8],
      _ closing: MCAPTail.Closing
    ) throws(MCAPError) {
      if tail.isThere {
        try bytes.withRawSpan { (bytes) throws(MCAPError) in
          try tail.replace(with: bytes, closing: closing, at: position)
        }
      } else {
        try bytes.withRawSpan { (bytes) throws(MCAPError) in try sink.write(bytes) }
      }
      position += UInt64(bytes.count)
    }
  }

  @Test(
    "Killed between any two system calls, and within them, it has all that was saved, and nothing twice",
    arguments: [(1, 600), (2, 3000), (3, 40), (4, 100_000)]
      + (5..<13).map { ($0, 2000) } as [(UInt64, UInt64)]
  )
  func killedAnywhere(seed: UInt64, reserve: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var hand = try Hand(reserve: reserve)
    for _ in 0..<(seed < 5 ? 60 : 200) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try hand.close(both: false)
      case 1: try hand.close(both: true)
      case 2, 3: try hand.save()
      default: hand.add(apart: Bool.random(using: &random))
      }
    }
    let steps = hand.sink.steps
    let promised = hand.promised
    #expect(steps.count > 40 && promised.count > 10)
    for count in 1...steps.count {
      var cuts: [Int?] = [nil]
      // The nine bytes that show the new in place of the old are there or not.
      if case .patch(let bytes, _) = steps[count - 1], bytes.count > 9 {
        cuts += [1, bytes.count / 2, bytes.count - 1]
      }
      for cut in cuts {
        let file = MCAPTracedSink.file(steps[..<count], cut: cut)
        let whole = cut == nil ? count : count - 1
        let wanted = promised.last { $0.steps <= whole }?.messages ?? []
        let found = Self.found(in: file) ?? []
        #expect(Set(found).count == found.count, "twice after step \(count), cut at \(cut ?? -1)")
        #expect(
          Set(wanted).isSubset(of: found),
          "after step \(count), cut at \(cut ?? -1): \(wanted.count) promised, \(found.count) there"
        )
      }
    }
  }

  /// Writes a session slowly enough that open chunks are copied on the way.
  static func bytes(_ nanoseconds: Int64, into sink: any MCAPByteSink) throws(MCAPError) {
    var options = MCAPWriterOptions(compression: .zstd)
    options.chunkBytes = 20_000
    options.flushNanoseconds = nanoseconds
    var writer = try MCAPWriter(sink, options: options)
    writer.writeInBackground(threads: 2)
    let session = MCAPSample(seed: 11, messages: 3000)
    try writer.register(
      MCAPChannel(id: 9, schemaID: 0, topic: "/apart", messageEncoding: ""),
      apart: true
    )
    try writer.register(session.schema)
    for channel in session.channels { try writer.register(channel) }
    for (index, message) in session.messages.enumerated() {
      try message.data.withRawSpan { (data) throws(MCAPError) in
        try writer.appendMessage(
          channel: index % 3 == 0 ? 9 : message.channelID,
          sequence: UInt32(index),
          logTime: UInt64(index),
          publishTime: 0,
          apart: index % 3 == 0,
          data: data
        )
      }
      if index % 300 == 299 { Self.wait(5) }
      if index % 1000 == 999 { try writer.append(session.metadata) }
    }
    _ = try writer.finish()
  }

  @Test("The finished file does not depend on when open chunks were saved")
  func sameBytes() throws {
    let alone = MCAPMemorySink()
    try Self.bytes(0, into: alone)
    let plain = MCAPTracedSink()
    try Self.bytes(0, into: plain)
    #expect(plain.bytes == alone.bytes)
    let sink = MCAPTracedSink()
    try Self.bytes(1_000_000, into: sink)
    let patches = sink.steps.count { if case .patch = $0 { true } else { false } }
    #expect(patches > 10)
    #expect(sink.bytes == alone.bytes)
  }

  @Test("A message is in the file in time though nobody calls the writer", .timeLimit(.minutes(5)))
  func idle() throws {
    let sink = MCAPTracedSink()
    var options = MCAPWriterOptions()
    options.flushNanoseconds = 100_000_000
    var writer = try MCAPWriter(sink, options: options)
    writer.writeInBackground(threads: 1)
    let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
    for number in 0..<3 as Range<UInt32> {
      try writer.append(
        MCAPMessage(
          channelID: channel,
          sequence: number,
          logTime: UInt64(number),
          publishTime: 0,
          data: [1]
        )
      )
      while Self.found(in: sink.bytes)?.contains(number) != true { Self.wait(10) }
    }
    let steps = sink.steps.count
    Self.wait(400)
    #expect(sink.steps.count == steps, "nothing new, and nothing is written")
    _ = try writer.finish()
    #expect(Self.found(in: sink.bytes) == [0, 1, 2])
    #expect(try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes)).ending == .complete)
  }

  /// A disk that is full from some byte on.
  final class FullSink: MCAPPatchableSink {
    let file = MCAPTracedSink()
    private let isFull: Atomic<Bool> = Atomic(false)
    var canPatch: Bool { true }

    func fill() { isFull.store(true, ordering: .releasing) }

    private func check() throws(MCAPError) {
      guard !isFull.load(ordering: .acquiring) else {
        throw MCAPError(.system(28), at: 0, "no space left on the device")
      }
    }

    func write(_ bytes: RawSpan) throws(MCAPError) {
      try check()
      try file.write(bytes)
    }

    func patch(_ bytes: RawSpan, at offset: UInt64) throws(MCAPError) {
      try check()
      try file.patch(bytes, at: offset)
    }

    func end(at offset: UInt64) throws(MCAPError) { try file.end(at: offset) }

    func synchronize() throws(MCAPError) {}
  }

  @Test("A full disk is known within the time, and what was saved before is whole")
  func fullDisk() throws {
    let sink = FullSink()
    var options = MCAPWriterOptions()
    options.flushNanoseconds = 20_000_000
    var writer = try MCAPWriter(sink, options: options)
    writer.writeInBackground(threads: 1)
    let health = writer.threads?.health
    let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
    var message = MCAPMessage(channelID: channel, sequence: 7, logTime: 1, publishTime: 0, data: [])
    try writer.append(message)
    while Self.found(in: sink.file.bytes) != [7] { Self.wait(5) }
    #expect(health?.failure == nil)
    while health?.savedMessages != 1 { Self.wait(5) }
    sink.fill()
    message.sequence = 8
    try writer.append(message)
    while health?.failure == nil { Self.wait(5) }
    #expect(health?.failure?.kind == .system(28))
    do throws(MCAPError) {
      _ = try writer.finish()
      Issue.record("the failure is not said")
    } catch { #expect(error.kind == .system(28)) }
    #expect(Self.found(in: sink.file.bytes) == [7])
    #expect(health?.savedMessages == 1)
  }

  @Test("Messages that are in the file are counted: in closed chunks, in copies, and none apart")
  func savedMessages() throws {
    let sink = FullSink()
    var options = MCAPWriterOptions()
    options.flushNanoseconds = 20_000_000
    var writer = try MCAPWriter(sink, options: options)
    writer.writeInBackground(threads: 1)
    let health = try #require(writer.threads?.health)
    let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
    try writer.register(
      MCAPChannel(id: 9, schemaID: 0, topic: "/b", messageEncoding: "", metadata: [:]),
      apart: true
    )
    func append(_ number: UInt32) throws {
      for (channel, isApart) in [(channel, false), (9, true)] {
        try [UInt8](repeating: 1, count: 8).withRawSpan { data throws(MCAPError) in
          try writer.appendMessage(
            channel: channel,
            sequence: number,
            logTime: UInt64(number),
            publishTime: 0,
            apart: isApart,
            data: data
          )
        }
      }
    }
    for number in 0..<5 { try append(UInt32(number)) }
    while health.savedMessages != 5 { Self.wait(5) }
    try writer.flush()
    #expect(health.savedMessages == 5)
    for number in 5..<8 { try append(UInt32(number)) }
    while health.savedMessages != 8 { Self.wait(5) }
    sink.fill()
    try append(8)
    // What the chunk holds that cannot be closed is in its copy, but for the last one.
    #expect(throws: MCAPError.self) { try writer.flush() }
    #expect(health.savedMessages == 8)
  }
}
