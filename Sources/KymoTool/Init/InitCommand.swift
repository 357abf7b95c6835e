import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoSynth
import KymoText
import KymoTrials

/// `kymo init`: a package for an app of one's own.
enum InitCommand: Subcommand {
  /// How long somebody walks in the recording, in seconds.
  static let walkSeconds: Int64 = 60

  static let specification = CommandSpecification(
    name: "init",
    abstract: "Begin an app of your own, with a recording and a CI job.",
    discussion: """
      Writes a Swift package into FOLDER: a small app that counts steps, a recorded walk, and the \
      file of a CI job. The job builds the app, replays the walk, checks counts and latencies \
      against their limits, and compares a proposed change with its target branch. The next steps \
      are printed: build, record the reference, write the limits. No file is replaced. In a git \
      repository, FOLDER must be its root, or there is no job (--ci none).

      The package depends on Kymograph's sources: those that were installed with this program, or \
      those of --kymograph, a folder or the URL of a repository (its branch main, or URL@VERSION). \
      A CI server does not have your folder: for its job to pass, name a repository.
      """,
    positionals: [
      PositionalSpecification(
        "folder",
        help: "The folder for the app, created if missing; the working directory if not given.",
        count: .optional
      )
    ],
    options: [
      OptionSpecification(
        "name",
        "NAME",
        help: "The app's name, such as StepWatch; made from the folder's name if not given."
      ),
      OptionSpecification(
        "kymograph",
        "PATH|URL",
        help: "Kymograph's sources; those of this program if not given."
      ),
      OptionSpecification(
        "ci",
        "SERVER",
        kind: .choice(CIServer.allCases.map(\.rawValue) + ["none"]),
        isRepeatable: true,
        help: "The CI server; github if not given."
      ),
      .format,
    ],
    flags: [
      FlagSpecification("page", help: "Add a page whose JavaScript takes part in every event.")
    ],
    examples: [
      CommandExample("kymo init stepwatch", "an app StepWatch, and a job for GitHub"),
      CommandExample(
        "kymo init stepwatch --page --ci gitlab --kymograph https://example.org/kymograph.git",
        "with a page, for GitLab, and Kymograph from its repository"
      ),
    ],
    exitCodes: [ExitCodeNote(.failure, "a file already exists; nothing was written")]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let folder = arguments.positionalIfGiven("folder") ?? "."
    let servers = arguments.texts("ci")
    if servers.contains("none"), servers.count > 1 {
      throw .usage("--ci none excludes every other --ci")
    }
    let repository = RepositoryPlace(around: folder)
    if let repository, !repository.isRoot, servers != ["none"] {
      throw CommandFailure(
        file: folder,
        """
        it is inside the git repository \(repository.root), and CI servers look for jobs only at \
        its root; nothing was written
        """,
        remedy: "use the root, a folder outside of it, or --ci none"
      )
    }
    let package = AppPackage(
      names: try names(of: folder, arguments),
      dependency: try dependency(arguments),
      hasPage: arguments.flag("page"),
      servers: servers.isEmpty
        ? [.github] : CIServer.allCases.filter { servers.contains($0.rawValue) },
      repository: repository
    )
    let files = package.files
    let paths = files.map(\.path) + [AppPackage.walk]
    for path in paths + [AppPackage.reference, AppPackage.limits] where exists("\(folder)/\(path)")
    {
      throw CommandFailure(
        file: "\(folder)/\(path)",
        "it already exists; nothing was written"
      )
    }
    for (path, text) in files {
      try CommandFailure.of(
        try UnsafeFolder.make(UnsafeFilePlace.folder(of: "\(folder)/\(path)"))
      )
      try OutputFile.write(text, to: "\(folder)/\(path)")
    }
    try writeWalk("\(folder)/\(AppPackage.walk)", arguments)
    report(package, paths, in: folder, arguments, &console)
    return .success
  }

  private static func dependency(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> KymographDependency {
    do {
      guard let text = arguments.textIfGiven("kymograph") else {
        return try .found(with: ProgramName.file)
      }
      return try KymographDependency(text)
    } catch { throw CommandFailure(error) }
  }

  private static func names(
    of folder: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> AppNames {
    do {
      if let name = arguments.textIfGiven("name") { return try AppNames(name) }
      // The folder need not be there, but the working directory is.
      let path = UnsafeFolder.realPath(folder) ?? folder
      return try AppNames(folder: path.split(separator: "/").last.map(String.init) ?? "")
    } catch { throw CommandFailure(error) }
  }

  private static func exists(_ path: String) -> Bool { UnsafeFolder.realPath(path) != nil }

  /// Records the walk without a trace: which app it is for is not known yet.
  private static func writeWalk(
    _ path: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    try CommandFailure.of(try UnsafeFolder.make(UnsafeFilePlace.folder(of: path)))
    let output = try OutputFile(path, isNone: InputFiles())
    var session = SyntheticSession(
      kind: .walk,
      seed: 1,
      durationNanoseconds: walkSeconds * 1_000_000_000
    )
    let app = try AppInstance.make(arguments.tool.apps.first, AppSetup(session.description))
    do throws(MCAPError) {
      var maker = try SessionMaker(output, app, session.description, hasTrace: false)
      while let event = session.next() { maker.append(event) }
      try maker.finish()
    } catch {
      output.discard()
      throw CommandFailure(error, file: path)
    }
    try output.commit()
  }

  private static func report(
    _ package: AppPackage,
    _ paths: [String],
    in folder: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) {
    let change = folder == "." ? [] : [("cd \(folder.shellQuoted)", "")]
    let steps = change + package.steps
    guard !arguments.wantsJSON else {
      return console.print(
        [
          "schema": "kymograph.init/1",
          "app": JSONText(package.names.type),
          "tool": JSONText(package.tool),
          "folder": JSONText(folder),
          "files": JSONText(paths.map { JSONText($0) }),
          "steps": JSONText(steps.map { JSONText($0.0) }),
          "remark": package.remark.map { JSONText($0) } ?? .null,
        ]
      )
    }
    var text = "\(package.names.type), in \(folder):\n"
    text += paths.map { "  \($0)\n" }.joined()
    text += "What is to be done now:\n"
    for (command, purpose) in steps {
      text += "  \(command)\n" + (purpose.isEmpty ? "" : "      \(purpose)\n")
    }
    if let remark = package.remark { text += "note: \(remark)\n" }
    console.print(text)
  }
}
