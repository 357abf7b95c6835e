import Foundation
@testable import KymoMCAP
import Testing

/// Files on a disk, and what a process that is killed leaves behind.
struct MCAPFileTests {
  /// Runs `body` with the path of a file in a folder of its own, which is removed afterwards.
  private func withFile(_ body: (String) throws -> Void) throws {
    let name = "kymograph-\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("session.mcap").path)
  }

  private func messages(in source: any MCAPByteSource) throws -> [MCAPMessage] {
    var reader = MCAPStreamReader(source)
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    return messages
  }

  @Test("A file holds the bytes that memory would, and reads the same seeking and streaming")
  func file() throws {
    let session = MCAPSample(seed: 41, messages: 2000)
    try withFile { path in
      let bytes = try session.write(MCAPWriterOptions())
      let sink = try MCAPFileSink(path: path)
      var writer = try MCAPWriter(sink)
      try session.append(to: &writer)
      try writer.flush(synchronize: true)
      let statistics = try writer.finish()
      #expect(statistics.messageCount == 2000)
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
      #expect(try messages(in: MCAPFileSource(path: path)) == session.messages)
      #expect(try messages(in: MCAPPipeSource(path: path)) == session.messages)
    }
  }

  @Test("What was flushed is complete without an end of the file")
  func flushed() throws {
    let session = MCAPSample(seed: 42, messages: 500)
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink)
    try session.append(to: &writer)
    try writer.flush()
    let count = writer.messageCount
    #expect(count == 500)
    // From here on the process could be killed.
    let source = MCAPMemorySource(sink.bytes)
    let scan = try MCAPSegmentScanner.scan(source)
    #expect(scan.segments.count == 1)
    guard case .cut(let error) = scan.ending else {
      Issue.record("the file is not cut")
      return
    }
    #expect(error.kind == .truncated)
    #expect(error.offset == UInt64(sink.bytes.count))
    let target = MCAPMemorySink()
    let report = try MCAPRecovery.recover(source, into: target)
    #expect(report.messagesKept == 500)
    #expect(report.isLossless && !report.endedWell)
  }

  @Test("A device without room says so")
  func fullDevice() throws {
    do throws(MCAPError) {
      _ = try MCAPWriter(try MCAPFileSink(path: "/dev/full"))
      Issue.record("no error")
    } catch {
      #expect(error.message == "write failed at byte 0: No space left on device")
    }
  }

  @Test("A pipe is standard input unless it is said otherwise") func standardInput() async {
    await #expect(processExitsWith: .success) {
      let path = "/tmp/kymograph-input-\(getpid())"
      defer { _ = try? FileManager.default.removeItem(atPath: path) }
      let bytes = try MCAPSample(seed: 3, messages: 7).write(MCAPWriterOptions())
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      // What is opened next has the first descriptor that is free.
      close(0)
      let input = try MCAPFileSource(path: path)
      var reader = MCAPStreamReader(MCAPPipeSource())
      var count = 0
      while try reader.nextMessage() != nil { count += 1 }
      precondition(count == 7 && input.size == UInt64(bytes.count))
    }
  }

  @Test("A pipe cannot be read out of order")
  func pipe() throws {
    do throws(MCAPError) {
      _ = try MCAPIndexedReader(MCAPUnsizedSource([]))
      Issue.record("no error")
    } catch { #expect(error.kind == .unsupported) }
  }
}
