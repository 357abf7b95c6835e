import Foundation
import KymoDeflate
@testable import KymoProfile
import Testing

/// What is written, to the byte.
///
/// The files are what pytest gives to the formats' own readers.
///
/// `KYMOGRAPH_WRITE_GOLDEN=1 swift test --filter ProfileGoldenTests` writes them anew; look at the change.
@Suite("Files of profiles") struct ProfileGoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ProfileFiles")

  static let profiles = ["walk": ProfileSamples.walk, "hostile": ProfileSamples.hostile]

  @Test("are what they were", arguments: ["walk", "hostile"], ProfileFormat.allCases)
  func golden(name: String, format: ProfileFormat) throws {
    let profile = try #require(Self.profiles[name])
    var bytes = try ProfileExport.write(profile, as: format)
    #expect(try ProfileExport.write(profile, as: format) == bytes)
    // Compressed bytes depend on the version of the library.
    if format == .pprof { bytes = try Zlib.decompress(bytes.span, .gzip, maximumCount: 1 << 24) }
    try Self.compare(bytes, "\(name).\(format == .pprof ? "pb" : format.rawValue)")
  }

  @Test("of differences are what they were") func difference() throws {
    let difference = try ProfileDifference(before: ProfileSamples.walk, after: ProfileSamples.later)
    try Self.compare(Array(FlameGraph(difference).svg.utf8), "difference.svg")
    // What the tests of the page read.
    let later = try ProfileExport.write(ProfileSamples.later, as: .json)
    try Self.compare(later, "later.json")
    let table = FunctionChange.table(difference.functions, maximumRows: 8)
    try Self.compare(Array(table.utf8), "difference.txt")
  }

  static func compare(_ bytes: [UInt8], _ name: String) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["KYMOGRAPH_WRITE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let golden = [UInt8](try Data(contentsOf: file))
    let place = zip(bytes, golden).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    #expect(
      bytes == golden,
      "\(name) differs from byte \(place ?? min(bytes.count, golden.count)) on"
    )
  }
}
