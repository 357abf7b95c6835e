import KymoMCAP
import KymoRecording
import KymoSamples
import Testing

/// What is said of a recording whose closing metadata is gone, or was changed.
@Suite("Closing metadata") struct ClosingMetadataTests {
  private static func content() throws -> SessionContent {
    let walk = try #require(KeptRecording.all.first { $0.name == "walk" })
    return try SessionContent(try TamperTests.recording(walk, seconds: 1))
  }

  private static func verification(
    _ content: SessionContent,
    _ tolerance: VerificationTolerance = VerificationTolerance()
  ) throws -> Verification {
    let file = try SessionFile(MCAPMemorySource(content.written()))
    let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
    return try file.verify(through: app, tolerance: tolerance)
  }

  @Test("Without it nothing holds, and each field that nobody can compare is named")
  func missing() throws {
    var content = try Self.content()
    content.metadata.removeLast()
    let verification = try Self.verification(content)
    guard case .identical(let steps, .untilItsEnd(0, let fields)) = verification else {
      Issue.record("\(verification)")
      return
    }
    #expect(steps > 0 && !verification.holds && !verification.hasDiverged)
    for key in ["digest", "events", "counter", "loss", "end", "seal", "origin", "device"] {
      #expect(fields.contains("metadata." + key))
    }
  }

  @Test("A tolerance does not make up for it")
  func tolerance() throws {
    var content = try Self.content()
    content.metadata.removeLast()
    let place = try #require(
      content.messages.firstIndex { $0.channelID == SessionTopic.digest.rawValue }
    )
    let last = content.messages[place].data.count - 1
    content.messages[place].data[last] ^= 1
    var tolerance = VerificationTolerance()
    tolerance.ignored = ["digest"]
    let verification = try Self.verification(content, tolerance)
    guard case .equalWithin(_, _, .untilItsEnd) = verification else {
      Issue.record("\(verification)")
      return
    }
    #expect(!verification.holds)
  }

  @Test("Without any metadata it is no recording of version 1, and no step is said to differ")
  func allMissing() throws {
    var content = try Self.content()
    content.metadata.removeAll()
    let verification = try Self.verification(content)
    guard case .identical(_, .untilItsEnd(0, _)) = verification else {
      Issue.record("\(verification)")
      return
    }
    #expect(!verification.holds)
  }

  @Test("A recording without its opening metadata differs in that alone")
  func openingMissing() throws {
    var content = try Self.content()
    content.metadata.removeFirst()
    let verification = try Self.verification(content)
    #expect(verification.hasDiverged && verification.differences.map(\.path) == ["metadata"])
  }

  @Test(
    "A change of what no replay knows breaks its seal",
    arguments: ["origin", "device", "loss/ring", "end"]
  )
  func edited(key: String) throws {
    for isInBoth in [true, false] {
      var content = try Self.content()
      for place in content.metadata.indices where isInBoth || place == 1 {
        content.metadata[place].metadata[key] = "17"
      }
      let verification = try Self.verification(content)
      #expect(verification.hasDiverged, "\(key)")
      #expect(verification.differences.contains { $0.path == "metadata.seal" }, "\(key)")
    }
  }

  @Test("A digest of a channel that is missing or another is named")
  func channelDigest() throws {
    for value in [nil, "17"] {
      var content = try Self.content()
      content.metadata[1].metadata["digest/location"] = value
      let paths = try Self.verification(content).differences.map(\.path)
      #expect(paths.contains("metadata.digest/location"))
    }
  }

  @Test("A version that was set back is named, and does not make less be compared")
  func version() throws {
    var content = try Self.content()
    for place in content.metadata.indices {
      content.metadata[place].metadata["version"] = "1"
      content.metadata[place].metadata["origin"] = "elsewhere"
    }
    let paths = try Self.verification(content).differences.map(\.path)
    #expect(paths.contains("metadata.version") && paths.contains("metadata.seal"))
  }
}
