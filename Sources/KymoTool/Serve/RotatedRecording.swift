import KymoCommandLine
import KymoMCAP
import KymoRecording

/// The files of a recording that begins a new one now and then.
final class RotatedRecording {
  /// The file that is written now.
  private(set) var output: OutputFile
  /// The files that are whole, and their sizes in bytes.
  private(set) var completed: [(path: String, bytes: UInt64)] = []
  /// Why no new file could be begun; nil if each could be.
  private(set) var failure: CommandFailure?
  private let arguments: ParsedArguments
  private let inputs: InputFiles
  /// The path of the file that is written now, or that cannot be written any more.
  let written: WrittenPath
  /// The file before the one that is written now, if it could not be finished.
  private(set) var former: OutputFile?

  /// Starts with a file that is open.
  init(_ output: OutputFile, _ arguments: ParsedArguments, isNone inputs: InputFiles) {
    self.output = output
    written = WrittenPath(output.path)
    self.arguments = arguments
    self.inputs = inputs
  }

  /// Whether a recording begins new files.
  static func isWanted(_ arguments: ParsedArguments) -> Bool {
    arguments.isGiven("rotate-size") || arguments.isGiven("rotate-time")
  }

  /// When the recording of a run begins a new file, and where.
  func rotation(of run: RecordedRun, telling say: @escaping (String) -> Void) -> RecorderRotation {
    RecorderRotation(
      bytes: arguments.integerIfGiven("rotate-size").map { UInt64($0) } ?? .max,
      nanoseconds: arguments.nanosecondsIfGiven("rotate-time") ?? .max,
      next: { part throws(MCAPError) in
        let next: OutputFile
        do throws(CommandFailure) {
          next = try OutputFile(
            FileSeries.next(self.arguments.text("record")),
            isNone: self.inputs,
            former: .kept
          )
        } catch {
          self.failure = error
          throw MCAPError(.system(0), at: 0, error.message.text(tool: self.arguments.tool.name))
        }
        let writer = try run.writer(next, part: part)
        self.former = self.output
        self.output = next
        return writer
      },
      completed: { () throws(MCAPError) in
        guard let former = self.former else { return }
        let bytes = former.writtenBytes
        do throws(CommandFailure) { try former.commit() } catch {
          throw MCAPError(.system(0), at: bytes, error.message.text(tool: self.arguments.tool.name))
        }
        self.former = nil
        self.completed.append((former.path, bytes))
        self.written.goOn(with: self.output.path)
      },
      failed: { say($0.message) }
    )
  }
}
