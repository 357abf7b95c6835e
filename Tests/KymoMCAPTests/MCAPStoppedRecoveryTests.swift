import KymoMCAP
import Testing

/// A recovery that is stopped ends its file: it is whole, and has what was kept so far.
struct MCAPStoppedRecoveryTests {
  /// What a recovery gives that is stopped at a read.
  private func recover(
    _ bytes: [UInt8],
    stopAt read: Int
  ) throws -> (report: MCAPRecoveryReport, bytes: [UInt8]) {
    var reads = 0
    let sink = MCAPMemorySink()
    let report = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink) {
      reads += 1
      return reads >= read
    }
    return (report, sink.bytes)
  }

  private func messages(_ bytes: [UInt8]) throws -> [MCAPMessage] {
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    return messages
  }

  @Test(
    "Wherever it is stopped, the new file is whole and holds the beginning",
    arguments: MCAPCompression.allCases
  )
  func stopped(compression: MCAPCompression) throws {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 8 << 10
    let sample = MCAPSample(seed: 41, messages: 2000)
    let whole = try sample.write(options)
    for bytes in [whole, Array(whole.prefix(whole.count * 2 / 3))] {
      let all = try messages(recover(bytes, stopAt: .max).bytes)
      var counts: Set<Int> = []
      var read = 1
      while true {
        let (report, found) = try recover(bytes, stopAt: read)
        let kept = try messages(found)
        #expect(UInt64(kept.count) == report.messagesKept, "read \(read)")
        #expect(kept == Array(all.prefix(kept.count)), "read \(read)")
        #expect(try MCAPChecker.check(MCAPMemorySource(found)).errorCount == 0, "read \(read)")
        guard report.wasStopped else {
          #expect(kept.count == all.count)
          break
        }
        #expect(!report.isLossless)
        counts.insert(kept.count)
        read += 1
      }
      #expect(counts.count > 2 && counts.contains(0), "it was stopped in the middle, too")
    }
  }
}
