import KymoBench
import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText
import KymoTrials

/// `kymo corpus plan`: which tasks there are.
enum CorpusPlanCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus plan",
    abstract: "List the tasks of a corpus: recording × build × command.",
    discussion: """
      Every .mcap file in the folders is a recording of the corpus. If two have the same content, \
      the first counts. The manifest is the same, to the byte, for everybody who plans the same \
      corpus: its paths are relative to it, and recordings are sorted by path and identified by a \
      hash of their content.

      A build is an executable, identified by its hash, or a git revision of the repository around \
      the working directory, identified by its commit. A revision is built where its first task \
      runs, in the same way as kymo gate builds it. The build is kept by commit in \
      $XDG_CACHE_HOME/kymograph/builds, or else ~/.cache: one build for each machine, or for all \
      that share the folder. With two builds, the second is compared with the first. Without \
      --build, the only build is the tool that plans.
      """,
    positionals: [
      PositionalSpecification(
        "recordings",
        help: "Folders with recordings, or single recordings.",
        count: .oneOrMore
      )
    ],
    options: [
      OptionSpecification(
        "build",
        "NAME=BUILD",
        isRepeatable: true,
        help: "A build and its name: an executable, or a git revision."
      ),
      OptionSpecification(
        "command",
        "COMMAND",
        default: "replay",
        isRepeatable: true,
        help: "What to run on each recording: replay, bench or count, with options, in quotes."
      ),
      OptionSpecification(
        "product",
        "NAME",
        help: "The executable product to build from a revision."
      ),
      OptionSpecification(
        "build-command",
        "COMMAND",
        help: "A shell command that builds a revision instead; it runs in the worktree."
      ),
      OptionSpecification(
        "executable",
        "PATH",
        help: "The tool that --build-command makes, relative to the folder in which it runs."
      ),
      .output(isRequired: true, help: "The manifest to write, such as corpus.json."),
    ],
    examples: [
      CommandExample(
        "kymo corpus plan Recordings -o corpus.json",
        "every recording, replayed and compared with itself"
      ),
      CommandExample(
        "kymo corpus plan drives --build base=main --build head=HEAD -o corpus.json",
        "two revisions of the app in this repository"
      ),
      CommandExample(
        "kymo corpus plan drives --command replay --command 'bench --rate 20000' -o corpus.json",
        "outcomes, and latencies under load"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .failure,
        """
        a recording cannot be read, or a build is neither an executable nor a revision
        """
      )
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.text("output")
    console.isOutputTaken = path == "-"
    let commands = try commands(arguments)
    let found = try CommandFailure.of(
      try CorpusFiles.recordings(arguments.positionals("recordings"))
    )
    let inputs = InputFiles(found)
    try inputs.check(path)
    let here = UnsafeFilePlace.folder(of: path == "-" ? "./-" : path)
    guard let folder = UnsafeFolder.realPath(here) else {
      throw CommandFailure(file: path, "cannot be written: there is no folder \(here)")
    }
    let builds = try builds(arguments, folder, &console)
    let recordings = try recordings(found, folder, arguments.tool, &console)
    let manifest = CorpusManifest(
      recordings: recordings,
      builds: builds,
      commands: commands,
      apps: try apps(recordings, arguments.tool)
    )
    guard manifest.taskCount <= CorpusManifest.maximumTasks else {
      throw CommandFailure(
        "\(manifest.taskCount) tasks are more than \(CorpusManifest.maximumTasks)"
      )
    }
    let output = try OutputFile(path, isNone: inputs)
    try output.write(manifest.json.text)
    try output.commit()
    let said = commands.map { $0.joined(separator: " ") }.joined(separator: "; ")
    console.print(
      "\(path): \(manifest.size): \(manifest.taskCount) "
        + (manifest.taskCount == 1 ? "task" : "tasks")
    )
    for build in builds { console.print("  \(build.name)  \(build.identity)") }
    console.print("  \(said)")
    for (index, build) in builds.enumerated() {
      let same = builds[..<index].first { $0.identity == build.identity }
      if let same { console.note("\(same.name) and \(build.name) are the same build") }
    }
    return .success
  }

  private static func commands(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [[String]] {
    var commands: [[String]] = []
    for text in arguments.texts("command") {
      let words = try CorpusTaskCommand.words(text, arguments.tool)
      guard !commands.contains(words) else {
        throw .usage("--command '\(text.printable)' is given twice")
      }
      commands.append(words)
    }
    return commands
  }

  // MARK: Recordings

  private static func recordings(
    _ paths: [String],
    _ folder: String,
    _ tool: ToolContext,
    _ console: inout Console
  ) throws(CommandFailure) -> [CorpusRecording] {
    var known: [String: String] = [:]
    var recordings: [CorpusRecording] = []
    console.beginProgress("reading", of: paths.count, unit: "recordings")
    defer { console.endProgress() }
    for path in paths {
      if console.interrupt.isRequested {
        throw CommandFailure("interrupted before everything was read", status: .partial)
      }
      guard let real = UnsafeFolder.realPath(path) else {
        throw CommandFailure(file: path, "it no longer exists")
      }
      let file = try SessionFile.open(path)
      if case .cut(let problem) = file.scan.ending {
        throw CommandFailure(
          file: path,
          "\(problem)",
          remedy: "salvage it with: \(.tool) recover \(path.shellQuoted) -o OUT.mcap"
        )
      }
      let (content, byteCount) = try CommandFailure.of(try UnsafeFileHash.of(path))
      if let first = known[content] {
        console.note("\(path.printable) is left out: it has the content of \(first.printable)")
        continue
      }
      known[content] = path
      recordings.append(
        CorpusRecording(
          path: UnsafeFilePlace.relative(real, from: folder),
          byteCount: byteCount,
          content: content,
          app: file.app.isEmpty ? tool.apps.first.name : file.app,
          digest: file.result.map { TraceDigest.text($0.digest) }
        )
      )
      console.progress(to: recordings.count)
    }
    return recordings
  }

  /// Describes the apps that the recordings belong to, as far as the tool knows them.
  private static func apps(
    _ recordings: [CorpusRecording],
    _ tool: ToolContext
  ) throws(CommandFailure) -> [CorpusApp] {
    var apps: [CorpusApp] = []
    for name in Set(recordings.map(\.app)) {
      guard let type = tool.apps.named(name) else { continue }
      // With all that its page may call, whether a recording has one or not.
      let whole = try AppInstance.make(type, AppSetup(calls: CallRules()))
      apps.append(CorpusApp(name: name, commands: whole.table.names))
    }
    return apps
  }

  // MARK: Builds

  private static func builds(
    _ arguments: ParsedArguments,
    _ folder: String,
    _ console: inout Console
  ) throws(CommandFailure) -> [CorpusBuild] {
    let recipe = try CorpusRecipe(arguments)
    let interrupt = console.interrupt
    let limits = TrialLimits { interrupt.isRequested }
    var builds: [CorpusBuild] = []
    for text in arguments.texts("build") {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Self.isName(parts[0]) else {
        throw .usage("--build takes NAME=BUILD, such as base=main; not '\(text.printable)'")
      }
      let (name, word) = (parts[0], parts[1])
      guard !builds.contains(where: { $0.name == name }) else {
        throw .usage("--build: two builds are called '\(name)'")
      }
      builds.append(
        CorpusBuild(name: name, origin: try origin(of: word, recipe, folder, limits))
      )
    }
    let hasRevision = builds.contains { $0.commit != nil }
    try arguments.check(
      ["product", "build-command", "executable"],
      haveEffectIf: hasRevision,
      "is for revisions, and no --build is one"
    )
    if builds.isEmpty {
      let content = try CommandFailure.of(try UnsafeFileHash.of("/proc/self/exe").content)
      builds = [CorpusBuild(name: arguments.tool.name, origin: .tool(content: content))]
    }
    return builds
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }

  private static func origin(
    of word: String,
    _ recipe: CorpusRecipe,
    _ folder: String,
    _ limits: TrialLimits
  ) throws(CommandFailure) -> CorpusBuild.Origin {
    if UnsafeFileIdentity(path: word) != nil, let real = UnsafeFolder.realPath(word) {
      // Whether it is a tool of this kind is known before a thousand tasks find out.
      var build = GateBuild(side: .base, word: word, executable: real)
      do { try build.identify(limits) } catch { throw CommandFailure(error) }
      return .executable(
        path: UnsafeFilePlace.relative(real, from: folder),
        content: try CommandFailure.of(try UnsafeFileHash.of(real).content)
      )
    }
    let repository = try CommandFailure.of(try GateRepository(limits))
    guard let commit = try CommandFailure.of(try repository?.commit(of: word, limits)) else {
      throw CommandFailure(GateRepository.refusal(of: word, repository))
    }
    return recipe.origin(commit: commit)
  }
}
