import KymoMCAP
import KymoProfile

/// The files that `--export` of a profile asks for; whether they can be written is known before anything runs.
struct ProfileExports {
  private let wishes: [(format: ProfileFormat, path: String)]
  private let inputs: InputFiles

  /// Looks at every file.
  ///
  /// - Throws: which file cannot be written, or is named twice.
  init(_ arguments: ParsedArguments, inputs: InputFiles) throws(CommandFailure) {
    self.inputs = inputs
    var wishes: [(format: ProfileFormat, path: String)] = []
    var keys: Set<String> = []
    for wish in arguments.optionallyNamedFiles("export") {
      guard let format = ProfileFormat(rawValue: wish.name) else {
        preconditionFailure("--export was validated")
      }
      let path = wish.file ?? format.defaultFile
      if path == "-" {
        try inputs.check(path)
        guard keys.insert(path).inserted else {
          throw .usage("--export writes standard output twice; give each report a file of its own")
        }
      } else {
        let file = try OutputFile(path, isNone: inputs)
        // A pipe would be gone for its reader once it was opened and closed.
        if let key = file.key, !keys.insert(key).inserted {
          throw .usage("--export writes \(path) twice; give each report a file of its own")
        }
        file.discard()
      }
      wishes.append((format, path))
    }
    self.wishes = wishes
  }

  /// Whether a profile takes standard output.
  var takesOutput: Bool { wishes.contains { $0.path == "-" } }

  /// Writes the profile in all formats, also in those after one that fails.
  ///
  /// - Throws: the first failure.
  func write(
    _ profile: Profile,
    wasInterrupted: Bool,
    _ console: inout Console
  ) throws(CommandFailure) {
    var failure: CommandFailure?
    var written: [String] = []
    for (format, path) in wishes {
      do throws(CommandFailure) {
        let bytes = try Self.bytes(profile, format)
        if path == "-" { console.flush() }
        let file = try OutputFile(path, isNone: inputs)
        let place = try file.keeping { () throws(CommandFailure) in
          do throws(MCAPError) {
            try bytes.withRawSpan { bytes throws(MCAPError) in try file.write(bytes) }
          } catch { throw CommandFailure(error, file: path) }
          return try file.finish(wasInterrupted: wasInterrupted, &console)
        }
        if path != "-" { written.append("\(place) (\(format.rawValue))") }
      } catch { failure = failure ?? error }
    }
    if !written.isEmpty { console.note("wrote \(written.joined(separator: ", "))") }
    if let failure { throw failure }
  }

  private static func bytes(
    _ profile: Profile,
    _ format: ProfileFormat
  ) throws(CommandFailure) -> [UInt8] {
    do { return try ProfileExport.write(profile, as: format) } catch {
      throw CommandFailure("--export \(format.rawValue): \(error)")
    }
  }
}
