import KymoCommandLine
import KymoRecording
import KymoText
import KymoMCAP

/// The final report of `kymo recover`.
struct RecoverReport {
  /// Where the new recording is.
  var output: String
  let sourceSize: UInt64?
  /// Input events in the new recording; nil if it cannot be read back.
  let events: UInt64?
  /// Whether the user stopped it; the new recording is then whole, and has what was salvaged so far.
  let wasInterrupted: Bool
  let report: MCAPRecoveryReport

  /// How many entries of the list of suspect messages people are shown.
  private static let shownSuspects = 20

  /// Whether the new file has everything that the old one should have had.
  var isLossless: Bool { !wasInterrupted && report.isLossless && report.endedWell }

  /// A file cut off between two records has lost no byte of what is there, but all that followed.
  private var lostFrom: UInt64? { report.firstLostByte ?? (isCut ? sourceSize : nil) }

  /// Whether the end of the old file is missing; of one that was not read to its end nobody knows.
  private var isCut: Bool { !report.endedWell && !report.wasStopped }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.recover/1",
      "events": events.map { JSONText($0) } ?? .null,
      "interrupted": JSONText(wasInterrupted),
      "lostFromByte": lostFrom.map { JSONText($0) } ?? .null,
      "kept": [
        "messages": JSONText(report.messagesKept),
        "chunks": JSONText(report.chunksKept + report.chunksSuspect),
        "attachments": JSONText(report.attachmentsKept),
        "metadata": JSONText(report.metadataKept),
      ],
      "lost": [
        "bytes": JSONText(report.bytesLost), "chunks": JSONText(report.chunksLost),
        "messages": JSONText(report.messagesDropped),
      ],
      "dataChecksum": JSONText(report.dataChecksum.rawValue),
      "endIsMissing": JSONText(isCut),
      "missingMessages": JSONText(report.messagesMissing),
      "suspectMessages": JSONText(report.messagesSuspect),
      "refusedMessages": JSONText(report.messagesRefused),
      "cutRecords": JSONText(report.cutRecordsKept),
      "suspects": JSONText(
        report.suspects.map { entry in
          [
            "chunkByte": JSONText(entry.chunkOffset),
            "channel": JSONText(UInt64(entry.channelID)),
            "topic": JSONText(entry.topic),
            "messages": JSONText(entry.count),
            "firstByteInChunk": JSONText(entry.bytes.lowerBound),
            "endByteInChunk": JSONText(entry.bytes.upperBound),
          ]
        }
      ),
      "suspectChunks": JSONText(report.chunksSuspect),
      "notes": JSONText(report.notes.map { JSONText($0) }),
      "output": JSONText(output),
    ]
  }

  /// The report for people.
  func print(to console: inout Console) {
    var kept = "\(output): kept \(report.messagesKept) messages, "
    kept += Self.count(report.chunksKept, "whole chunk")
    if report.messagesKept == 0 {
      kept += ", \(Self.count(report.attachmentsKept, "attachment"))"
      kept += ", \(Self.count(report.metadataKept, "metadata record"))"
    }
    console.print(kept)
    if isLossless {
      console.print(report.notes.isEmpty ? "nothing was lost" : "no message was lost")
    }
    if report.wasStopped { console.print("stopped   before the end of the file was reached") }
    if report.chunksSuspect > 0 {
      console.print(
        "suspect   \(Self.count(report.chunksSuspect, "chunk")) kept although the checksum is wrong: "
          + "some values in it are not those that were recorded"
      )
    }
    if report.chunksLost > 0 {
      console.print(
        "lost      \(Self.count(report.chunksLost, "chunk")) damaged, kept what is whole in them"
      )
    }
    if report.messagesRefused > 0 {
      console.print(
        "refused   \(report.messagesRefused) messages of chunks whose checksum is wrong (--strict)"
      )
    }
    for entry in report.suspects.prefix(Self.shownSuspects) {
      console.print(
        "suspect   \(entry.count) of \(entry.topic.printable) in the chunk at byte "
          + "\(entry.chunkOffset), bytes \(entry.bytes.lowerBound) to "
          + "\(entry.bytes.upperBound) of its records"
      )
    }
    if report.suspects.count > Self.shownSuspects {
      console.print("          and more, listed by --format json")
    }
    if report.dataChecksum == .differs {
      console.print(
        "suspect   the checksum over the whole data section is wrong"
          + (report.chunksSuspect + report.chunksLost > 0 || report.bytesLost > 0
            ? "" : ": the header, metadata or an index is not what was written")
      )
    }
    if report.messagesDropped > 0 {
      console.print(
        "lost      \(report.messagesDropped) messages of channels that nothing describes"
      )
    }
    if report.messagesMissing > 0 {
      console.print(
        """
        lost      \(report.messagesMissing) messages that the statistics count, but the file does \
        not have
        """
      )
    }
    if report.bytesLost > 0 {
      console.print("lost      \(report.bytesLost) bytes that make no sense (uncompressed)")
    }
    if isCut { console.print("lost      the end: the file is cut off") }
    if let lostFrom { console.print("from      byte \(lostFrom) on") }
    for note in report.notes { console.print("  \(note.printable)") }
  }

  private static func count(_ count: Int, _ what: String) -> String {
    "\(count) \(what)\(count == 1 ? "" : "s")"
  }
}
