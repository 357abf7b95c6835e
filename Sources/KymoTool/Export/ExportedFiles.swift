import KymoCommandLine
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoTrials

/// The files of an export: one, those in a folder, each of which takes its name only when all are whole, or an archive.
final class ExportedFiles: ExportTarget {
  private let output: String
  private let shape: ExportShape
  private let inputs: InputFiles
  private var files: [OutputFile] = []
  /// What goes into the archive.
  private let members = ZippedFiles()
  /// Why the last one could not be opened.
  private var failure: CommandFailure?

  /// Names the file, folder or archive.
  init(_ output: String, _ shape: ExportShape, _ inputs: InputFiles) {
    self.output = output
    self.shape = shape
    self.inputs = inputs
  }

  func open(_ name: String) throws(MCAPError) -> any MCAPByteSink {
    do throws(CommandFailure) {
      guard shape == .archive else { return try add(path(of: name)) }
      // Whether it can be written is known before the work.
      if files.isEmpty { try add(output) }
    } catch {
      failure = error
      throw MCAPError(.system(0), at: 0, error.message.text(tool: ""))
    }
    return try members.open(name)
  }

  @discardableResult
  private func add(_ path: String) throws(CommandFailure) -> OutputFile {
    let file = try OutputFile(path, isNone: inputs)
    files.append(file)
    return file
  }

  private func path(of name: String) throws(CommandFailure) -> String {
    guard shape == .folder else { return output }
    let place = output.hasSuffix("/") ? output + name : "\(output)/\(name)"
    let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? place
    do throws(TrialError) { try UnsafeFolder.make(folder) } catch { throw CommandFailure(error) }
    return place
  }

  /// Packs an archive.
  ///
  /// - Parameter shouldStop: asked now and then; true ends it there, whole as far as it goes.
  /// - Returns: whether it was stopped.
  /// - Throws: that it cannot be written.
  func pack(shouldStop: () -> Bool) throws(CommandFailure) -> Bool {
    guard shape == .archive, let file = files.first else { return false }
    do throws(MCAPError) {
      return try members.write(to: file, shouldStop: shouldStop)
    } catch { throw CommandFailure(error, file: output) }
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
