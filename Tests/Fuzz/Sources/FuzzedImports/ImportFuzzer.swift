import KymoCore
import KymoFormats
public import KymoRecording

/// Any bytes as a file of some formats: nothing crashes, events are in order, an error is one line, and it is the same
/// whether the file is in memory or comes in pieces.
public final class ImportFuzzer {
  private let formats: [any ImportFormat]
  private let name: String

  /// Takes the formats that are asked, and the name of the file, which tells some what is in it.
  public init(_ formats: [any ImportFormat], name: String = "x") {
    self.formats = formats
    self.name = name
  }

  /// Imports bytes.
  public func run(_ bytes: [UInt8]) {
    var options = ImportOptions(maximumLineBytes: 1024)
    options.pointInterval = bytes.count % 2 == 0 ? nil : 1_000_000_000
    let whole = outcome(ImportFile(name: name, bytes: bytes), options)
    // Of a beginning that is blank nobody knows what comes; of a whole file it is known.
    guard !whole.hasSuffix("no rows at all") else { return }
    var torn = ImportFile(name: name, bytes: bytes, isWhole: false)
    torn.content = PiecemealBytes(bytes)
    let inPieces = outcome(torn, options)
    precondition(inPieces == whole, "in pieces it is other events: \(inPieces), not \(whole)")
  }

  private func outcome(_ file: ImportFile, _ options: ImportOptions) -> String {
    do throws(ImportError) {
      let importer = SessionImporter(formats: formats, options: options)
      let session = try importer.importFiles([file])
      precondition(!session.events.isEmpty, "there is nothing, and no error")
      precondition(
        zip(session.events, session.events.dropFirst()).allSatisfy { $0.precedes($1) },
        "the events are in another order"
      )
      return "\(session.events.count) \(session.events.reduce(0) { $0 &* 31 &+ $1.payload.word0 })"
    } catch {
      precondition(!error.description.contains { $0.isNewline }, "an error of several lines")
      return error.description
    }
  }
}
