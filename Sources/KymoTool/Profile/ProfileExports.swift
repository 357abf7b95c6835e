import KymoBench
import KymoCommandLine
import KymoMCAP
import KymoProfile
import KymoReport

/// The files that `--export` of a profile asks for; whether they can be written is known before anything runs.
struct ProfileExports {
  /// One file.
  private struct Wish {
    let kind: ProfileExportKind
    let path: String
    /// A pipe or a device, which is open: its reader would go if it was closed before it is written.
    var open: OutputFile?
  }

  private let wishes: [Wish]
  private let inputs: InputFiles
  private let tool: String
  private let commandLine: String

  /// Looks at every file.
  ///
  /// - Throws: which file cannot be written, or is named twice.
  init(_ arguments: ParsedArguments, inputs: InputFiles) throws(CommandFailure) {
    self.inputs = inputs
    tool = arguments.tool.name
    commandLine = arguments.commandLine
    var wishes: [Wish] = []
    var keys: Set<String> = []
    for wish in arguments.optionallyNamedFiles("export") {
      guard let kind = ProfileExportKind(wish.name) else {
        preconditionFailure("--export was validated")
      }
      if kind == .difference, !arguments.isGiven("baseline") {
        throw .usage("--export difference needs a --baseline to differ from")
      }
      if kind.needsSamples, arguments.isGiven("tail") {
        throw .usage("--export \(kind.name) shows samples, and --tail takes none")
      }
      let path = wish.file ?? kind.defaultFile
      var open: OutputFile?
      if path == "-" {
        guard !arguments.wantsJSON else {
          throw .usage("--format json and --export \(kind.name)=- both want standard output")
        }
        try inputs.check(path)
        guard keys.insert(path).inserted else {
          throw .usage("--export writes standard output twice; give each report a file of its own")
        }
      } else {
        let file = try OutputFile(path, isNone: inputs)
        if let key = file.key, !keys.insert(key).inserted {
          throw .usage("--export writes \(path) twice; give each report a file of its own")
        }
        if file.isDirect { open = file } else { file.discard() }
      }
      wishes.append(Wish(kind: kind, path: path, open: open))
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
    _ difference: ProfileDifference?,
    _ validity: LoadValidity,
    wasInterrupted: Bool,
    _ console: inout Console
  ) throws(CommandFailure) {
    var failure: CommandFailure?
    var written: [String] = []
    for wish in wishes {
      let (kind, path) = (wish.kind, wish.path)
      do throws(CommandFailure) {
        let bytes = try bytes(profile, difference, validity, kind)
        if path == "-" {
          // As any other output: it is no failure that the reader has seen enough.
          console.printTaken(bytes)
          continue
        }
        let file = if let open = wish.open { open } else { try OutputFile(path, isNone: inputs) }
        let place = try file.keeping { () throws(CommandFailure) in
          do throws(MCAPError) {
            try bytes.withRawSpan { bytes throws(MCAPError) in try file.write(bytes) }
          } catch { throw CommandFailure(error, file: path) }
          return try file.finish(wasInterrupted: wasInterrupted, &console)
        }
        written.append("\(place) (\(kind.name))")
      } catch { failure = failure ?? error }
    }
    if !written.isEmpty { console.note("wrote \(written.joined(separator: ", "))") }
    if let failure { throw failure }
  }

  private func bytes(
    _ profile: Profile,
    _ difference: ProfileDifference?,
    _ validity: LoadValidity,
    _ kind: ProfileExportKind
  ) throws(CommandFailure) -> [UInt8] {
    do {
      return try kind.bytes(profile, difference, validity, tool: tool, commandLine: commandLine)
    } catch { throw CommandFailure("--export \(kind.name): \(error)") }
  }
}
