import Foundation
@testable import KymoMCAP
import KymoTestSupport
import Testing

/// A strict reading whose chunks a thread loads ahead finds what one without it finds, and gives the same messages.
struct MCAPChunkAheadTests {
  /// What comes out of a strict reading.
  private struct Reading: Equatable {
    var report: MCAPCheckReport
    var messages: [MCAPMessage] = []
    var catalog: MCAPCatalog

    init(_ source: any MCAPByteSource, ahead segments: [MCAPSegment]? = nil) throws {
      var checker = try MCAPChecker(source)
      if let segments { checker.loadAhead(segments) }
      while let view = try checker.nextMessage() {
        messages.append(checker.withData(of: view) { MCAPMessage(view, $0) })
      }
      report = checker.report
      catalog = checker.catalog
    }
  }

  /// Some twenty chunks; every third message is late.
  private func sample(_ compression: MCAPCompression) throws -> [UInt8] {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 700
    return try MCAPSample(seed: 31, messages: 120).write(options)
  }

  /// Puts the bytes into a file and reads it, with the segments of the sound file ahead.
  private func readAhead(
    _ bytes: [UInt8],
    _ segments: [MCAPSegment],
    in folder: borrowing TemporaryFolder
  ) throws -> Reading {
    let path = folder.path + "/read.mcap"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try Reading(MCAPFileSource(path: path), ahead: segments)
  }

  @Test("A sound file reads the same", arguments: MCAPCompression.allCases)
  func sound(compression: MCAPCompression) throws {
    let folder = try TemporaryFolder()
    let bytes = try sample(compression)
    let segments = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments
    #expect(segments.count > 10)
    let reading = try readAhead(bytes, segments, in: folder)
    #expect(reading.report.passes && reading.messages.count == 120)
    #expect(try reading == Reading(MCAPMemorySource(bytes)))
  }

  @Test("A damaged file reads the same, its chunks known or not", arguments: 1...3)
  func damaged(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: seed)
    for compression in MCAPCompression.allCases {
      let bytes = try sample(compression)
      let sound = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments
      for _ in 0..<60 {
        var damaged = bytes
        for _ in 0...random.below(3) {
          damaged[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        }
        if random.once(in: 4) { damaged.removeLast(random.below(bytes.count)) }
        let segments = random.once(in: 3) ? sound.filter { _ in random.once(in: 2) } : sound
        let reading = try readAhead(damaged, segments, in: folder)
        #expect(try reading == Reading(MCAPMemorySource(damaged)), "seed \(seed)")
      }
    }
  }

  @Test("Whoever stops in the middle waits for no more chunks")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let bytes = try sample(.zstd)
    let path = folder.path + "/stopped.mcap"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let source = try MCAPFileSource(path: path)
    var checker = try MCAPChecker(source)
    checker.loadAhead(try MCAPSegmentScanner.scan(source).segments)
    #expect(try checker.nextMessage() != nil)
  }
}
