import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples
import KymoTestSupport
import Testing

/// One thing at a time is changed in a recording, with every checksum right: no change passes for identical.
@Suite("Tampering") struct TamperTests {
  /// A short recording of what a kept one begins with.
  static func recording(_ kept: KeptRecording, seconds: UInt64) throws -> [UInt8] {
    var content = try SessionContent(kept.bytes())
    let start = content.messages.map(\.logTime).min() ?? 0
    content.messages = content.messages.filter {
      content.isInput($0) && $0.logTime <= start + seconds * 1_000_000_000
    }
    content.messages.sort { ($0.logTime, $0.channelID) < ($1.logTime, $1.channelID) }
    let file = try SessionFile(MCAPMemorySource(content.written()))
    var description = try #require(file.description)
    description.inputOrder = .dispatch
    let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
    let (own, names, channels) = (app.app, app.table.names, app.routing.channels)
    let sink = MCAPMemorySink()
    let writer = try SessionWriter(
      sink,
      description: description,
      app: DeviceCatalog.name,
      commands: names,
      channels: channels,
      hasTrace: true
    )
    var result = Replay.run(
      try file.events(app.routing),
      table: app.table,
      sink: OptionalSink(Recorder(writer, hasTrace: true))
    )
    var end = SessionResult(
      app: DeviceCatalog.name,
      commands: names,
      channels: channels,
      digest: result.digest
    )
    end.counters = own.counters
    _ = try result.sink.take()?.finish(end)
    return sink.bytes
  }

  /// Whether a recording verifies, and if not, what is said of it.
  static func verdict(_ bytes: [UInt8]) throws -> (isIdentical: Bool, said: String) {
    do {
      let file = try SessionFile(MCAPMemorySource(bytes))
      let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
      let verification = try file.verify(through: app)
      if case .identical(_, let proof) = verification {
        return (proof == .everything, "\(proof)")
      }
      let paths = verification.differences.map(\.path).joined(separator: " ")
      return (false, "\(verification.divergence?.field ?? "") \(paths)")
    } catch let error as MCAPError {
      return (false, "\(error)")
    } catch let error as SessionError { return (false, "\(error)") }
  }

  @Test("What lies around the chunks is compared with its checksum, too")
  func dataSection() throws {
    for (name, bytes) in try Self.recordings() {
      // The last byte of the header, which says what wrote the file.
      let header = 8 + 9 + Int(bytes[9])
      var flipped = bytes
      flipped[header - 1] ^= 1
      let file = try SessionFile(MCAPMemorySource(flipped))
      let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
      let verification = try file.verify(through: app)
      guard case .unreadable(let error) = verification else {
        Issue.record("\(name): \(verification)")
        continue
      }
      #expect(error.kind == .checksum && !verification.holds, "\(name)")
    }
  }

  private static func recordings() throws -> [(name: String, bytes: [UInt8])] {
    let walk = try #require(KeptRecording.all.first { $0.name == "walk" })
    return [
      ("walk", try recording(walk, seconds: 1)),
      ("devicecatalog", try recording(.page, seconds: 4)),
    ]
  }

  @Test("what nobody changed is identical, also when it is written in another way")
  func untouched() throws {
    for (name, bytes) in try Self.recordings() {
      #expect(try Self.verdict(bytes).isIdentical, "\(name)")
      let content = try SessionContent(bytes)
      let again = try content.written(MCAPWriterOptions(compression: .none))
      let found = try Self.verdict(again)
      #expect(found.isIdentical, "\(name): \(found.said)")
    }
  }

  @Test("messages", arguments: RunLength.seeds([301, 302], usually: 1))
  func messages(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for (name, bytes) in try Self.recordings() {
      let content = try SessionContent(bytes)
      for channel in content.channels {
        let places = content.messages.indices.filter {
          content.messages[$0].channelID == channel.id
        }
        guard !places.isEmpty else { continue }
        for kind in 0..<8 {
          for _ in 0..<3 {
            var changed = content
            let place = places[random.below(places.count)]
            let what = Self.edit(&changed, kind, place, places, &random)
            guard changed.messages != content.messages else { continue }
            let found = try Self.verdict(changed.written(MCAPWriterOptions(compression: .none)))
            #expect(
              !found.isIdentical,
              "seed \(seed): \(name) \(channel.topic) \(what) at \(place)"
            )
            #expect(!found.said.isEmpty, "\(what)")
          }
        }
      }
    }
  }

  /// Changes one thing of a message, or its place.
  private static func edit(
    _ content: inout SessionContent,
    _ kind: Int,
    _ place: Int,
    _ places: [Int],
    _ random: inout SeededRandom
  ) -> String {
    switch kind {
    case 0:
      content.messages[place].sequence ^= 1 << UInt32(random.below(32))
      return "sequence"
    case 1:
      content.messages[place].logTime ^= 1 << UInt64(random.below(40))
      return "log time"
    case 2:
      content.messages[place].publishTime ^= 1 << UInt64(random.below(64))
      return "publish time"
    case 3, 4:
      let count = content.messages[place].data.count
      guard count > 0 else { return "no data" }
      content.messages[place].data[random.below(count)] ^= 1 << UInt8(random.below(8))
      return "a bit of the data"
    case 5:
      content.messages.remove(at: place)
      return "left out"
    case 6:
      content.messages.insert(content.messages[place], at: place)
      return "doubled"
    default:
      let other = places[random.below(places.count)]
      content.messages.swapAt(place, other)
      return "exchanged with \(other)"
    }
  }

  @Test("bytes behind a message") func longer() throws {
    for (name, bytes) in try Self.recordings() {
      let content = try SessionContent(bytes)
      for channel in content.channels {
        guard let place = content.messages.firstIndex(where: { $0.channelID == channel.id })
        else { continue }
        var changed = content
        changed.messages[place].data.append(0)
        let found = try Self.verdict(changed.written())
        #expect(!found.isIdentical, "\(name) \(channel.topic)")
      }
    }
  }

  @Test("every key of the metadata, and every record") func metadata() throws {
    for (name, bytes) in try Self.recordings() {
      let content = try SessionContent(bytes)
      #expect(content.metadata.count == 2)
      for record in content.metadata.indices {
        for entry in content.metadata[record].metadata.entries {
          var changed = content
          changed.metadata[record].metadata[entry.key] = entry.value + "0"
          var found = try Self.verdict(changed.written())
          #expect(!found.isIdentical, "\(name): \(entry.key) changed")
          #expect(
            found.said.contains("metadata.") || found.said.contains(entry.key),
            "\(found.said)"
          )
          changed = content
          changed.metadata[record].metadata[entry.key] = nil
          found = try Self.verdict(changed.written())
          #expect(!found.isIdentical, "\(name): \(entry.key) left out")
          changed = content
          changed.metadata[record].metadata.entries.append(entry)
          found = try Self.verdict(changed.written())
          #expect(!found.isIdentical, "\(name): \(entry.key) doubled")
        }
        var changed = content
        changed.metadata[record].metadata["another"] = "1"
        #expect(try !Self.verdict(changed.written()).isIdentical, "\(name): a key more")
        changed = content
        changed.metadata.remove(at: record)
        #expect(
          try !Self.verdict(changed.written()).isIdentical,
          "\(name): record \(record) left out"
        )
        changed = content
        changed.metadata.append(content.metadata[record])
        #expect(
          try !Self.verdict(changed.written()).isIdentical,
          "\(name): record \(record) doubled"
        )
      }
    }
  }

  @Test("schemas and channels") func definitions() throws {
    for (name, bytes) in try Self.recordings() {
      let content = try SessionContent(bytes)
      for place in content.schemas.indices {
        var changed = content
        changed.schemas[place].data.append(0x20)
        #expect(try !Self.verdict(changed.written()).isIdentical, "\(name): schema \(place)")
        changed = content
        changed.schemas[place].name += "x"
        #expect(try !Self.verdict(changed.written()).isIdentical, "\(name): schema \(place)")
      }
      for place in content.channels.indices {
        var changed = content
        changed.channels[place].metadata["a"] = "b"
        #expect(try !Self.verdict(changed.written()).isIdentical, "\(name): channel \(place)")
        changed = content
        changed.channels[place].topic += "x"
        #expect(try !Self.verdict(changed.written()).isIdentical, "\(name): channel \(place)")
        changed = content
        changed.channels[place].messageEncoding += "x"
        #expect(try !Self.verdict(changed.written()).isIdentical, "\(name): channel \(place)")
      }
    }
  }
}
