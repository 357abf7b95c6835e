import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText

/// An import on its way from its parts to a recording, or to several where gaps split it.
struct ImportRun {
  /// A recording that was written.
  private struct Written {
    var result: SessionResult
    /// How many events there are of each channel.
    var channels: [(topic: String, count: Int)]
    var wasInterrupted: Bool
    var output: String

    var events: Int { channels.reduce(0) { $0 + $1.count } }
  }

  private let parts: [ImportPart]
  private let groups: [ImportGroup]
  private var feed: JointFeed
  private let arguments: ParsedArguments
  private let inputs: InputFiles

  /// Takes the parts, and their events together.
  init(
    _ parts: [ImportPart],
    _ groups: [ImportGroup],
    _ feed: JointFeed,
    _ arguments: ParsedArguments,
    _ inputs: InputFiles
  ) {
    self.parts = parts
    self.groups = groups
    self.feed = feed
    self.arguments = arguments
    self.inputs = inputs
  }

  private var isSplit: Bool { feed.policy.isSplit }
  private var files: [FileStatement] { parts.flatMap(\.files) }
  private var repairs: [Repair] { parts.flatMap(\.repairs) }
  private var notes: [ImportNote] { parts.flatMap(\.notes) }

  /// Writes the recordings, and reports.
  ///
  /// - Returns: `partial` if the user has ended it.
  /// - Throws: why nothing, or not all, could be written.
  mutating func write(to console: inout Console) throws(CommandFailure) -> ExitStatus {
    if feed.shiftNanoseconds > 0 {
      console.note(
        "the first event lies before time zero: all times are moved by \(feed.shiftNanoseconds) ns"
      )
    }
    var recordings: [Written] = []
    repeat {
      feed.continueBehindGap()
      let path = arguments.text("output")
      let output = try OutputFile(
        isSplit ? FileSeries.next(path) : path,
        isNone: inputs,
        former: isSplit ? .kept : .replaced
      )
      console.isOutputTaken = output.path == "-"
      recordings.append(
        try output.keeping { () throws(CommandFailure) in
          try record(to: output, behind: recordings.reduce(0) { $0 + $1.events }, &console)
        }
      )
    } while feed.isAtGap && !recordings[recordings.count - 1].wasInterrupted
    report(recordings, &console)
    return recordings.contains(where: \.wasInterrupted) ? .partial : .success
  }

  private mutating func record(
    to output: OutputFile,
    behind count: Int,
    _ console: inout Console
  ) throws(CommandFailure) -> Written {
    let app = try AppInstance.make(arguments.app, AppSetup(feed.description))
    let interrupt = console.interrupt
    console.beginProgress("writing", of: parts.reduce(0) { $0 + $1.feed.count }, unit: "events")
    var written: Written
    var failure: ImportError?
    do throws(MCAPError) {
      var maker = try SessionMaker(output, app, feed.description, arguments)
      // What ends an import too early is said when what is written is finished.
      do throws(ImportError) {
        try maker.append(&feed, shouldStop: { interrupt.isRequested }) {
          console.progress(to: count + $0)
        }
      } catch { failure = error }
      let channels = maker.run.routing.channels.rows.map {
        (topic: $0.channel.topic, count: Int(clamping: maker.count(of: $0.source)))
      }
      let record = ImportRecord(files: files, repairs: repairs, notes: notes).record
      written = Written(
        result: try maker.finish(adding: [record]),
        channels: channels,
        wasInterrupted: failure == .interrupted,
        output: output.path
      )
    } catch { throw CommandFailure(error, file: output.path) }
    console.endProgress()
    if let failure, failure != .interrupted { throw CommandFailure(failure.description) }
    written.output = try output.finish(wasInterrupted: written.wasInterrupted, &console)
    return written
  }

  // MARK: The report

  private func report(_ recordings: [Written], _ console: inout Console) {
    if arguments.wantsJSON {
      console.print(json(recordings))
      return
    }
    for written in recordings {
      let parts = written.channels.filter { $0.count > 0 }.map { "\($0.count) \($0.topic)" }
      console.print(
        "\(written.output): \(written.events) events (\(parts.joined(separator: ", ")))"
          + (written.wasInterrupted ? ", interrupted: the rest is missing" : "")
      )
    }
    if groups.count > 1 {
      for (group, (offset, count)) in zip(groups, zip(feed.offsets, feed.counts)) {
        let moved = offset == 0 ? "" : ", moved by \(Self.seconds(offset)) s"
        console.print("  part      \(group.name.printable): \(count) events\(moved)")
      }
    }
    for file in files { for line in file.lines { console.print(line) } }
    for repair in repairs { console.print(repair.line(indent: "  ")) }
    if let line = gapLine(console.quantity) { console.print(line) }
    if feed.description.gravity == .excluded {
      console.print(
        "  note      the accelerations are without gravity: a phone at rest reads 0, not 9.81"
      )
    }
    for note in notes {
      console.print(
        "  note      \(note.file.printable):\(note.line)  \(note.explanation.printable)"
      )
    }
    for written in recordings {
      let name = recordings.count > 1 ? "  \(written.output)" : ""
      console.print("  digest    \(TraceDigest.text(written.result.digest))\(name)")
    }
  }

  /// What was done about gaps; nil if there were none, or nothing was to be done.
  private func gapLine(_ quantity: QuantityText) -> String? {
    let gaps = feed.gaps
    guard gaps.count > 0 else { return nil }
    let longest = quantity.duration(nanoseconds: gaps.longest)
    let effect =
      isSplit ? "a new recording begins behind each" : "\(Self.seconds(gaps.removed)) s taken out"
    return "  gaps      \(gaps.count), the longest \(longest): \(effect)"
  }

  /// Seconds with as many digits as they need.
  private static func seconds(_ nanoseconds: Int64) -> String {
    var text = StepText.seconds(nanoseconds)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func json(_ recordings: [Written]) -> JSONText {
    var counts: [(topic: String, count: Int)] = []
    for written in recordings {
      for (topic, count) in written.channels {
        if let place = counts.firstIndex(where: { $0.topic == topic }) {
          counts[place].count += count
        } else {
          counts.append((topic, count))
        }
      }
    }
    // Of the usual two also if there is nothing of them.
    let usual = [InputChannel.accelerometer.topic, InputChannel.location.topic]
    let channels = counts.filter { $0.count > 0 || usual.contains($0.topic) }
    return [
      "schema": "kymograph.import/1",
      "events": JSONText(channels.reduce(0) { $0 + $1.count }),
      "channels": JSONText(
        channels.map { ["topic": JSONText($0.topic), "count": JSONText($0.count)] }
      ),
      "parts": JSONText(
        zip(groups, zip(feed.offsets, feed.counts)).map { group, moved in
          [
            "kind": JSONText(group.kind.rawValue),
            "paths": JSONText(group.paths.map { JSONText($0) }),
            "events": JSONText(moved.1), "offset": JSONText(moved.0),
          ]
        }
      ),
      "files": JSONText(files.map { $0.json }),
      "repairs": JSONText(repairs.map(\.json)),
      "notes": JSONText(
        notes.map { note in
          [
            "topic": JSONText(note.topic.rawValue), "file": JSONText(note.file),
            "line": JSONText(note.line), "count": JSONText(note.count),
            "explanation": JSONText(note.explanation),
          ]
        }
      ),
      "gaps": [
        "count": JSONText(feed.gaps.count), "longest": JSONText(feed.gaps.longest),
        "removed": JSONText(feed.gaps.removed),
      ],
      "gravity": JSONText(feed.description.gravity.rawValue),
      "digest": JSONText(recordings.first.map { TraceDigest.text($0.result.digest) }),
      "interrupted": JSONText(recordings.contains(where: \.wasInterrupted)),
      "output": JSONText(recordings.first?.output),
      "recordings": JSONText(
        recordings.map { written in
          [
            "output": JSONText(written.output), "events": JSONText(written.events),
            "digest": JSONText(TraceDigest.text(written.result.digest)),
          ]
        }
      ),
    ]
  }
}
