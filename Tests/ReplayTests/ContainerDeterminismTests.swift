import KymoCore
import KymoRecording
import Testing
import KymoMCAP
import KymoTestSupport

/// The same events give the same digest, however the file is cut, packed and ordered.
@Suite("Determinism across containers") struct ContainerDeterminismTests {
  @Test("chunks of any size and compression", arguments: KeptRecording.all)
  func chunks(recording: KeptRecording) throws {
    let content = try SessionContent(recording.bytes())
    let expected = try recording.expected().digest
    for (bytes, compression) in [
      (1, MCAPCompression.none), (700, .lz4), (4096, .zstd), (1 << 20, .lz4), (16 << 20, .none),
    ] {
      var options = MCAPWriterOptions(compression: compression)
      options.chunkBytes = bytes
      let memory = try MemoryRecording(content.written(options))
      #expect(try memory.hexDigest() == expected, "chunks of \(bytes) bytes, \(compression)")
    }
  }

  @Test("without chunks, summary or checksums", arguments: KeptRecording.all)
  func bare(recording: KeptRecording) throws {
    let content = try SessionContent(recording.bytes())
    var options = MCAPWriterOptions()
    options.chunked = false
    options.statistics = false
    options.checksums = false
    options.dataChecksum = false
    options.repeatChannels = false
    options.repeatSchemas = false
    let memory = try MemoryRecording(content.written(options))
    #expect(memory.scan.segments.allSatisfy { $0.kind == .messages })
    #expect(try memory.hexDigest() == recording.expected().digest)
  }

  @Test("one topic after the other: every chunk overlaps another", arguments: KeptRecording.all)
  func topics(recording: KeptRecording) throws {
    var content = try SessionContent(recording.bytes())
    let all = content.messages
    content.messages = content.channels.flatMap { channel in
      all.filter { $0.channelID == channel.id }
    }
    var options = MCAPWriterOptions(compression: .lz4)
    options.chunkBytes = 8192
    let memory = try MemoryRecording(content.written(options))
    let pairs = zip(memory.scan.segments, memory.scan.segments.dropFirst())
    #expect(pairs.contains { $0.startTime > $1.startTime }, "the chunks do go back in time")
    #expect(try memory.hexDigest() == recording.expected().digest)
    // The order of the file is a part of what was recorded, and of how inputs arrived.
    #expect(try memory.verification().hasDiverged)
  }

  @Test("arrivals in any order", arguments: KeptRecording.all, [1, 2, 3] as [UInt64])
  func shuffled(recording: KeptRecording, seed: UInt64) throws {
    var content = try SessionContent(recording.bytes())
    var random = SeededRandom(seed: seed)
    let inputs = content.messages.filter(content.isInput)
    var shuffled = inputs.shuffled(using: &random)
    // Equal times of one source are ordered by their place in the file, which has to stay.
    struct Moment: Hashable {
      var time: UInt64
      var channel: UInt16
    }
    let groups = Dictionary(grouping: inputs) { Moment(time: $0.logTime, channel: $0.channelID) }
    var taken: [Moment: Int] = [:]
    for index in shuffled.indices {
      let moment = Moment(time: shuffled[index].logTime, channel: shuffled[index].channelID)
      let next = taken[moment, default: 0]
      if let group = groups[moment] { shuffled[index] = group[next] }
      taken[moment] = next + 1
    }
    #expect(shuffled != inputs)
    content.messages = shuffled
    var options = MCAPWriterOptions(compression: .zstd)
    options.chunkBytes = 128 << 10
    let memory = try MemoryRecording(content.written(options))
    #expect(memory.scan.segments.count > 3)
    #expect(try memory.hexDigest() == recording.expected().digest, "seed \(seed)")
  }

  @Test("late by a few places", arguments: KeptRecording.all)
  func late(recording: KeptRecording) throws {
    let seed: UInt64 = 11
    var content = try SessionContent(recording.bytes())
    var random = SeededRandom(seed: seed)
    var inputs = content.messages.filter(content.isInput)
    for index in inputs.indices.dropLast() where Bool.random(using: &random) {
      let (left, right) = (inputs[index], inputs[index + 1])
      // Equal times of one source are ordered by their place in the file, which has to stay.
      if left.logTime == right.logTime, left.channelID == right.channelID { continue }
      inputs.swapAt(index, index + 1)
    }
    content.messages = inputs
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 2000
    let memory = try MemoryRecording(content.written(options))
    #expect(try memory.hexDigest() == recording.expected().digest, "seed \(seed)")
  }
}

extension MemoryRecording {
  /// The digest as it is printed.
  func hexDigest() throws -> String { TraceDigest.text(try digest().total) }
}
