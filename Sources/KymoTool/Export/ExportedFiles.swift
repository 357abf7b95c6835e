import KymoCommandLine
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoTrials

/// The files of an export: one, or those in a folder, each of which takes its name only when all are whole.
final class ExportedFiles: ExportTarget {
  private let output: String
  private let isFolder: Bool
  private let inputs: InputFiles
  private var files: [OutputFile] = []
  /// Why the last one could not be opened.
  private var failure: CommandFailure?

  /// Names the file or folder.
  init(_ output: String, isFolder: Bool, _ inputs: InputFiles) {
    self.output = output
    self.isFolder = isFolder
    self.inputs = inputs
  }

  func open(_ name: String) throws(MCAPError) -> any MCAPByteSink {
    do throws(CommandFailure) {
      let file = try OutputFile(try path(of: name), isNone: inputs)
      files.append(file)
      return file
    } catch {
      failure = error
      throw MCAPError(.system(0), at: 0, error.message.text(tool: ""))
    }
  }

  private func path(of name: String) throws(CommandFailure) -> String {
    guard isFolder else { return output }
    let place = output.hasSuffix("/") ? output + name : "\(output)/\(name)"
    let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? place
    do throws(TrialError) { try UnsafeFolder.make(folder) } catch { throw CommandFailure(error) }
    return place
  }

  /// Runs what writes the files; if that fails, what was written of each is kept.
  func keeping<Result>(
    _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do { return try body() } catch {
      var failure = error
      for file in files { failure = file.failure(after: failure) }
      throw failure
    }
  }

  /// Puts the files in their places.
  ///
  /// - Returns: where they are now.
  func finish(
    wasInterrupted: Bool,
    _ console: inout Console
  ) throws(CommandFailure) -> [String] {
    var places: [String] = []
    for file in files {
      places.append(try file.finish(wasInterrupted: wasInterrupted, &console))
    }
    return places
  }

  /// The failure of an export; if the recording is at fault, nothing is kept.
  func refusal(
    _ error: EditingError,
    _ path: String,
    _ interrupt: Interrupt
  ) -> CommandFailure {
    if let failure { return failure }
    if let first = files.first {
      for file in files.dropFirst() { if case .source = error { file.discard() } }
      return first.refusal(error, [path], interrupt)
    }
    switch error {
    case .source(_, let error): return CommandFailure(error, file: path)
    case .output(let error): return CommandFailure(error, file: output)
    }
  }
}
