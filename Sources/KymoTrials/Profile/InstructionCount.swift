import KymoBench
package import KymoProfile
package import KymoText

/// How many instructions each function executes in one replay, exactly: callgrind has counted.
package struct InstructionCount {
  /// How long it may take, in ns: callgrind is some fifty times as slow as the program.
  private static let patienceNanoseconds: Int64 = 3_600_000_000_000

  /// The recording.
  package let recording: String
  /// The app.
  package let app: String
  /// The counted instructions.
  package let instructions: CallgrindInstructions
  /// Whether the program has names for all its functions.
  package let hasNames: Bool
  /// The names of handlers that are closures.
  private let handlers: HandlerNames
  /// The output of callgrind about the copy that ran.
  private let written: String
  /// The copy that ran, and the program at its own place.
  private let (copy, own): (String, String)

  /// Replays a recording under callgrind, by a copy of the program that is running.
  ///
  /// - Parameters:
  ///   - recording: its file.
  ///   - app: the app.
  ///   - handlers: what its handlers are called that are closures.
  ///   - mode: whose rules hold for the page's calls; nil for those of the recording.
  ///   - name: what the program is called where its place cannot be told.
  ///   - observer: told which valgrind counts.
  ///   - shouldStop: asked ten times a second.
  /// - Throws: that nothing can be counted, or that it was stopped.
  package init(
    of recording: String,
    app: String,
    handlers: HandlerNames,
    mode: String?,
    program name: String,
    _ observer: inout some TrialObserver & ~Copyable,
    shouldStop: @escaping @Sendable () -> Bool
  ) throws(TrialError) {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let limits = TrialLimits(nanoseconds: Self.patienceNanoseconds, shouldStop: shouldStop)
    var words = ["replay", recording, "--quiet", "--format", "json", "--app", app]
    if let mode { words += ["--mode", mode] }
    let program: String
    do throws(CountUnavailable) {
      let tools = try CountingTools(folder, limits)
      observer.note("counting the instructions of one replay under \(tools.version)")
      program = try Self.copy(in: folder, limits)
      written = try tools.callgrind(
        CountedRun(name: "the replay", executable: program, arguments: words, hasReport: false)
      )
    } catch {
      if shouldStop() {
        throw TrialError("interrupted before anything was counted", kind: .stopped)
      }
      throw TrialError(
        error.reason,
        remedy: (error.reason == CountingTools.absent ? "install the package valgrind, or " : "")
          + "leave --with valgrind away"
      )
    }
    // What ran is a copy, of which nobody wants to know.
    own = OwnProgram.path.isEmpty ? name : OwnProgram.path
    guard
      let counted = CallgrindInstructions(
        written,
        calling: [Self.lastPart(program): Self.lastPart(own)]
      )
    else { throw TrialError("callgrind wrote a file that is not a profile") }
    instructions = counted.named(handlers)
    self.handlers = handlers
    self.recording = recording
    self.app = app
    hasNames = OwnProgram.hasNames
    copy = program
  }

  /// The output of callgrind, about the program at its own place.
  package var text: String {
    ReadableCallgrind.text(written, replacing: copy, with: own, handlers: handlers)
  }

  /// A copy of the program that runs, which may be gone from its place.
  private static func copy(
    in folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits
  ) throws(CountUnavailable) -> String {
    do {
      return try GatePage(path: "").copyOfThisTool(.base, folder: folder.path, limits)
    } catch { throw CountUnavailable("this tool cannot be copied") }
  }

  /// The name of a file without its folders.
  private static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The document `kymograph.profile-instructions/1`.
  package var json: JSONText {
    [
      "schema": "kymograph.profile-instructions/1",
      "recording": JSONText(recording),
      "app": JSONText(app),
      "instructions": JSONText(instructions.total),
      "linkingInstructions": JSONText(instructions.linking),
      "hasNames": JSONText(hasNames),
      "functions": JSONText(
        instructions.functions.map { function in
          [
            "name": JSONText(function.frame.name),
            "symbol": JSONText(function.frame.symbol),
            "module": JSONText(function.frame.module),
            "own": JSONText(function.own),
          ]
        }
      ),
    ]
  }
}
