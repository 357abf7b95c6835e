import KymoMCAP
import KymoRecording
import KymoSamples
import Testing

/// What another tool has written again is the same recording: how it lies in the file is layout.
@Suite("Rewritten recordings") struct RewrittenRecordingTests {
  private static func recordings() throws -> [(name: String, content: SessionContent)] {
    let walk = try #require(KeptRecording.all.first { $0.name == "walk" })
    return [
      ("walk", try SessionContent(TamperTests.recording(walk, seconds: 1))),
      ("devicecatalog", try SessionContent(TamperTests.recording(.page, seconds: 4))),
    ]
  }

  /// Gives all schemas and channels other ids; those of channels are exchanged among each other, too.
  private static func renumber(_ content: inout SessionContent, by step: UInt16) {
    for place in content.schemas.indices { content.schemas[place].id += step }
    let ids = content.channels.map(\.id)
    let new = Array(ids.reversed())
    for place in content.channels.indices {
      content.channels[place].id = new[place]
      if content.channels[place].schemaID != 0 { content.channels[place].schemaID += step }
    }
    for place in content.messages.indices {
      let old = ids.firstIndex(of: content.messages[place].channelID) ?? 0
      content.messages[place].channelID = new[old]
    }
  }

  @Test("Other ids of schemas and channels are layout")
  func ids() throws {
    for (name, content) in try Self.recordings() {
      var changed = content
      Self.renumber(&changed, by: 500)
      for compression in [MCAPCompression.none, .lz4] {
        let bytes = try changed.written(MCAPWriterOptions(compression: compression))
        let found = try TamperTests.verdict(bytes)
        #expect(found.isIdentical, "\(name): \(found.said)")
      }
    }
  }

  @Test("Messages by time, and pairs of metadata by key, are layout")
  func order() throws {
    for (name, content) in try Self.recordings() {
      var changed = content
      let order = content.messages.indices.sorted {
        (content.messages[$0].logTime, $0) < (content.messages[$1].logTime, $1)
      }
      changed.messages = order.map { content.messages[$0] }
      for place in changed.metadata.indices {
        changed.metadata[place].metadata.entries.sort { $0.key < $1.key }
      }
      let found = try TamperTests.verdict(changed.written())
      #expect(found.isIdentical, "\(name): \(found.said)")
    }
  }

  @Test("A message on another channel is no layout")
  func moved() throws {
    for (name, content) in try Self.recordings() {
      var changed = content
      Self.renumber(&changed, by: 500)
      let topics = Dictionary(uniqueKeysWithValues: changed.channels.map { ($0.topic, $0.id) })
      let trace = try #require(topics["/trace"])
      let fix = try #require(topics["/location/fix"])
      let place = try #require(changed.messages.lastIndex { $0.channelID == trace })
      changed.messages[place].channelID = fix
      #expect(try !TamperTests.verdict(changed.written()).isIdentical, "\(name)")
    }
  }

  @Test("A definition that was changed is named once, whatever its id")
  func definitions() throws {
    for (name, content) in try Self.recordings() {
      for place in content.schemas.indices {
        var changed = content
        Self.renumber(&changed, by: 500)
        changed.schemas[place].data.append(0x20)
        let file = try SessionFile(MCAPMemorySource(changed.written()))
        let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
        let found = try file.verify(through: app).differences
        #expect(
          found.map(\.path) == ["schema." + changed.schemas[place].name],
          "\(name): \(found)"
        )
        #expect(found.first?.count == 1, "\(name): \(found)")
      }
    }
  }
}
