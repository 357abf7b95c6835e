import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples
import KymoTestSupport

/// Recordings that were made out of others in memory.
enum EditedSample {
  /// A message with its topic in place of its channel: what an edit keeps, byte for byte.
  struct Kept: Equatable, CustomStringConvertible {
    let topic: String
    let sequence: UInt32
    let logTime: UInt64
    let publishTime: UInt64
    let data: [UInt8]

    var description: String { "\(topic) #\(sequence) at \(logTime), \(data.count) bytes" }
  }

  /// The part of a recording that a selection keeps.
  static func cut(
    _ bytes: [UInt8],
    _ selection: CutSelection,
    named name: String = "whole.mcap"
  ) throws -> [UInt8] {
    let file = try SessionFile(MCAPMemorySource(bytes))
    let sink = MCAPMemorySink()
    let cut: RecordingCut
    if selection.needsApp {
      let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
      cut = try RecordingCut(file, named: name, selection, app: app)
    } else {
      cut = try RecordingCut(file, named: name, selection, app: nil)
    }
    _ = try cut.write(to: sink)
    return sink.bytes
  }

  /// The messages of a recording in the order of the file, without results of a run.
  static func kept(_ bytes: [UInt8]) throws -> [Kept] {
    let content = try SessionContent(bytes)
    let topics = Dictionary(uniqueKeysWithValues: content.channels.map { ($0.id, $0.topic) })
    let results = ["/trace", "/trace/digest", "/bridge/reply"]
    return content.messages.compactMap { message in
      let topic = topics[message.channelID] ?? ""
      guard !results.contains(topic) else { return nil }
      return Kept(
        topic: topic,
        sequence: message.sequence,
        logTime: message.logTime,
        publishTime: message.publishTime,
        data: message.data
      )
    }
  }

  /// The first place at which two lists differ, once each is sorted by topic, then by time; nil if none does.
  ///
  /// Of a recording whose inputs come late, fixes for map viewers are left out: there they are numbered anew.
  static func difference(_ left: [Kept], _ right: [Kept]) -> String? {
    let isLate = zip(left, left.dropFirst()).contains {
      $0.topic == $1.topic && $0.logTime > $1.logTime
    }
    func sorted(_ list: [Kept]) -> [Kept] {
      list.enumerated().filter { !isLate || $0.element.topic != "/location/fix" }
        .sorted { left, right in
          (left.element.topic, left.element.logTime, left.offset)
            < (right.element.topic, right.element.logTime, right.offset)
        }.map(\.element)
    }
    let (left, right) = (sorted(left), sorted(right))
    if let place = zip(left, right).enumerated().first(where: { $1.0 != $1.1 }) {
      return "at \(place.offset): \(place.element.0), not \(place.element.1)"
    }
    return left.count == right.count ? nil : "\(left.count) messages, not \(right.count)"
  }

  /// The digest of a replay, in hexadecimal digits.
  static func digest(_ bytes: [UInt8]) throws -> String {
    let file = try SessionFile(MCAPMemorySource(bytes))
    let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
    let result = Replay.run(try file.events(app.routing), table: app.table, sink: NoSink())
    if let failure = result.failure { throw failure }
    return TraceDigest.text(result.digest.total)
  }

  /// The findings of the strict reader.
  static func check(_ bytes: [UInt8]) throws -> MCAPCheckReport {
    var checker = try MCAPChecker(MCAPMemorySource(bytes))
    while try checker.nextMessage() != nil {}
    return checker.report
  }
}
