@testable import KymoProfile
import Testing

@Suite("Profiles that are written") struct ProfileExportTests {
  @Test("are refused if there is nothing to show", arguments: ProfileFormat.allCases)
  func empty(format: ProfileFormat) throws {
    let profile = Profile(name: "walk", exporter: "kymo")
    guard format != .json else {
      #expect(try !ProfileExport.write(profile, as: format).isEmpty)
      return
    }
    #expect(throws: ProfileError.self) { try ProfileExport.write(profile, as: format) }
  }

  @Test("are refused if an index leads nowhere", arguments: ProfileFormat.allCases)
  func inconsistent(format: ProfileFormat) {
    var profile = ProfileSamples.walk
    profile.samples[3].stack = [0, 99]
    #expect(throws: ProfileError.inconsistent(place: "samples[3]", problem: "there is no frame 99"))
    {
      try ProfileExport.write(profile, as: format)
    }
  }

  @Test(
    "do not depend on the order of the samples",
    arguments: [ProfileFormat.folded, .svg, .pprof]
  )
  func order(format: ProfileFormat) throws {
    var profile = ProfileSamples.walk
    let bytes = try ProfileExport.write(profile, as: format)
    profile.samples.reverse()
    #expect(try ProfileExport.write(profile, as: format) == bytes)
  }

  @Test("have each sample once in folded stacks") func folded() throws {
    for profile in [ProfileSamples.walk, ProfileSamples.hostile] {
      let text = String(decoding: try ProfileExport.write(profile, as: .folded), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let counts = try lines.map { try #require(Int($0.split(separator: " ").last ?? "")) }
      #expect(counts.reduce(0, +) == profile.samples.reduce(0) { $0 + $1.count })
      #expect(Array(lines) == lines.sorted())
    }
  }

  @Test("write numbers of Protocol Buffers as their rules say") func protobuf() {
    var writer = ProtobufWriter()
    writer.add(1, 150)
    writer.add(2, 0)
    writer.add(3, "hi")
    writer.add(4, packed: [3, 270, 86_942])
    writer.add(5, -1)
    // The examples of the format's own documentation.
    let expected: [UInt8] =
      [0x08, 0x96, 0x01, 0x1A, 2, 0x68, 0x69, 0x22, 6, 0x03, 0x8E, 0x02, 0x9E, 0xA7, 0x05, 0x28]
      + [UInt8](repeating: 0xFF, count: 9) + [0x01]
    #expect(writer.bytes == expected)
  }
}
