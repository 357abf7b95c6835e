import Foundation
import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples
import Testing

/// Recordings of the former version replay and verify to their digests, and say that they prove less.
@Suite("Recordings of version 1") struct OldRecordingTests {
  /// A recording that a build of before version 2 made.
  struct Old: Sendable, CustomTestStringConvertible {
    let name: String
    let digest: String
    let events: UInt64

    var testDescription: String { name }

    func bytes() throws -> [UInt8] {
      let tests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
      return Array(
        try Data(contentsOf: tests.appendingPathComponent("OldRecordings/\(name).mcap"))
      )
    }
  }

  static let all = [
    Old(name: "still", digest: "dc4b9c323f1ae826", events: 202),
    Old(name: "page", digest: "a9003dabc7ebb1d8", events: 251),
  ]

  static func verification(_ bytes: [UInt8]) throws -> Verification {
    let file = try SessionFile(MCAPMemorySource(bytes))
    return try file.verify(through: AppInstance(DeviceCatalog.self, setup: AppSetup(file)))
  }

  @Test("replay to their digests, and verify to no more than these", arguments: all)
  func verified(old: Old) throws {
    let bytes = try old.bytes()
    let file = try SessionFile(MCAPMemorySource(bytes))
    #expect(file.version == 1 && file.hasTrace)
    let result = try #require(file.result)
    #expect(TraceDigest.text(result.digest) == old.digest && result.events == old.events)
    let digest = try MemoryRecording(bytes).digest()
    #expect(TraceDigest.text(digest.total) == old.digest && digest.count == old.events)
    guard case .identical(let steps, .digests) = try Self.verification(bytes) else {
      Issue.record("\(try Self.verification(bytes))")
      return
    }
    #expect(steps == old.events)
  }

  @Test("differ where a step does", arguments: all)
  func changed(old: Old) throws {
    let found = try MemoryRecording(old.bytes()).divergence(.flip(20))
    #expect(found != nil && found?.field == nil)
  }

  @Test("are recorded anew in the version of today, to the same digest", arguments: all)
  func renewed(old: Old) throws {
    let renewed = try MemoryRecording(old.bytes()).recorded()
    #expect(TraceDigest.text(renewed.digest.total) == old.digest)
    let file = try SessionFile(MCAPMemorySource(renewed.bytes))
    #expect(file.version == 2)
  }
}
