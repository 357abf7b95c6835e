import KymoCommandLine
import KymoCore
import KymoRecording
import KymoServer
import KymoText
import KymoTraffic

/// The final report of `kymo serve`.
struct ServeReport {
  private let app: any App.Type
  var port: UInt16 = 0
  var summary: ServerSummary?
  /// Whether a recording that a client wanted could not be made.
  var failed = false
  /// The sessions so far.
  private(set) var sessions = 0
  /// The recordings that are whole.
  private(set) var recordings: [ServerRecording] = []
  var live: LiveCaptureText?
  var written: ServedCaptureWriter.Written?
  /// Where the capture is that the server wrote.
  var capture: String?
  /// The capture that could not be written to its end: where what there is of it is, if anything is, and why.
  var brokenCapture: (part: String?, reason: String)?
  /// The recordings that could not be written to their ends.
  private(set) var broken: [BrokenRecording] = []
  /// Why the capture does not travel in the recording.
  var notAttached: String?
  private var events: UInt64 = 0
  private var digest: UInt64 = 0
  private var counted: CountedByApp?
  private var commands: [(name: String, byStatus: [UInt64])] = []

  /// A recording that could not be written to its end.
  struct BrokenRecording {
    /// The name that it was to have.
    var path: String
    /// Where what there is of it is; nil if nothing is.
    var part: String?
    /// How many events were accepted, and how many of them are not in it.
    var accepted: UInt64
    var lost: UInt64
  }

  init(app: any App.Type) { self.app = app }

  /// Takes what was counted by command.
  mutating func add<Sink: OutcomeSink & ~Copyable>(_ dispatcher: borrowing Dispatcher<Sink>) {
    for row in 0...dispatcher.table.names.count {
      let id = CommandID(rawValue: UInt16(row))
      let byStatus = OutcomeStatus.allCases.map { dispatcher.count(id, $0) }
      guard byStatus.contains(where: { $0 > 0 }) else { continue }
      let name = dispatcher.table.name(of: id) ?? OutcomeStatus.unknownCommand.name
      if let place = commands.firstIndex(where: { $0.name == name }) {
        for index in byStatus.indices { commands[place].byStatus[index] += byStatus[index] }
      } else {
        commands.append((name, byStatus))
      }
    }
  }

  /// Takes what a session came to.
  mutating func add(_ result: SessionResult, _ counted: CountedByApp, isRecorded: Bool) {
    sessions += 1
    events += result.events
    digest = result.digest
    self.counted = counted
  }

  /// Notes a recording that is whole.
  mutating func keep(_ path: String, bytes: UInt64) {
    let name = path.fileName
    recordings.append(ServerRecording(name: name, path: path, bytes: Int64(clamping: bytes)))
  }

  /// Notes a recording that could not be written to its end.
  mutating func lose(_ recording: BrokenRecording) {
    broken.append(recording)
    failed = true
  }

  /// Whether anything is missing that was asked for.
  var status: ExitStatus {
    if failed || brokenCapture != nil { return .failure }
    if live?.missing != nil || (written?.lost ?? 0) > 0 || notAttached != nil { return .partial }
    return .success
  }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.serve/1",
      "app": JSONText(app.name),
      "port": JSONText(Int(port)),
      "sessions": JSONText(sessions),
      "events": JSONText(events),
      // Of the last session: earlier ones have their own in their recordings.
      "digest": JSONText(TraceDigest.text(digest)),
      "commands": JSONText(
        commands.map { command in
          [
            "name": JSONText(command.name),
            "outcomes": .object(
              zip(OutcomeStatus.allCases, command.byStatus).filter { $1 > 0 }
                .map { JSONMember($0.name, JSONText($1)) }
            ),
          ]
        }
      ),
      "responses": .object(
        (summary?.responses ?? []).map { JSONMember(String($0.status), JSONText($0.count)) }
      ),
      "connections": JSONText(summary?.connections ?? 0),
      "samples": JSONText(summary?.samples ?? 0),
      "refused": JSONText(summary?.refused ?? 0),
      "slow": JSONText(summary?.slow ?? 0),
      "overflows": JSONText(summary?.overflows ?? 0),
      "recordings": JSONText(recordings.map { JSONText($0.path) }),
      "unfinished": JSONText(
        broken.map {
          [
            "recording": JSONText($0.path), "kept": JSONText($0.part),
            "accepted": JSONText($0.accepted), "lost": JSONText($0.lost),
          ]
        }
      ),
      "pcap": live?.json
        ?? brokenCapture.map { ["kept": JSONText($0.part), "failure": JSONText($0.reason)] }
        ?? written.map { written in
          [
            "output": JSONText(capture), "frames": JSONText(written.frames),
            "connections": JSONText(written.connections), "lost": JSONText(written.lost),
          ]
        } ?? .null,
      "notAttached": JSONText(notAttached),
      "uploads": JSONText(
        (summary?.uploads ?? []).map {
          ["name": JSONText($0.name), "bytes": JSONText($0.bytes)]
        }
      ),
      "droppedUploads": JSONText(summary?.droppedUploads ?? 0),
    ]
  }

  /// The report for people.
  func print(to console: inout Console) {
    console.print(
      "app        \(app.name.printable), \(sessions) session\(sessions == 1 ? "" : "s")"
    )
    console.print("events     \(NumberText.grouped(Int(clamping: events)))")
    if events > 0 { console.print("digest     \(TraceDigest.text(digest)) (the last session's)") }
    for command in commands {
      let parts = zip(OutcomeStatus.allCases, command.byStatus).filter { $1 > 0 }
        .map { "\($1) \($0.name)" }
      console.print("  " + "\(command.name.printable)  \(parts.joined(separator: ", "))")
    }
    if let summary {
      let list = summary.responses.map { "\($0.count) of \($0.status)" }
      console.print("responses  \(list.isEmpty ? "none" : list.joined(separator: ", "))")
      console.print(
        "clients    \(summary.connections) connections, \(summary.refused) requests refused, "
          + "\(summary.slow) too slow, \(summary.overflows) without room"
      )
    }
    let dropped = summary?.droppedUploads ?? 0
    if let uploads = summary?.uploads, !uploads.isEmpty || dropped > 0 {
      console.print(
        "uploads    \(uploads.count) files of recorders, \(uploads.reduce(0) { $0 + $1.bytes }) bytes"
          + (dropped > 0
            ? "; \(dropped) were not whole, or could not be written, and are gone" : "")
      )
    }
    console.print(counted)
    for recording in recordings { console.print("recorded   \(recording.path.printable)") }
    for recording in broken {
      console.print(
        "broken     \((recording.part ?? recording.path).printable): \(recording.lost) of "
          + "\(recording.accepted) accepted events are not in it"
      )
    }
    if let brokenCapture {
      console.print(
        "broken     \((brokenCapture.part ?? "the capture").printable): \(brokenCapture.reason)"
      )
    }
    if let written {
      console.print(
        "capture    \((capture ?? "").printable): \(written.frames) frames on \(written.connections) connections; "
          + "streams of events, and what was refused by its header alone, are not in it"
      )
      if written.lost > 0 {
        console.print("  lost     \(written.lost) requests or responses that were too long")
      }
    }
    live?.print(to: &console)
    if let live, let missing = live.missing { console.complain(missing) }
    if let notAttached { console.complain("the capture is not in the recording: \(notAttached)") }
  }
}
