import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `kymo corpus merge`: what the results of a corpus come to.
enum CorpusMergeCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus merge",
    abstract: "Merge the results of a corpus; the verdict is the exit status.",
    discussion: """
      Histograms are added exactly: the percentiles are those of all events of all recordings. \
      Beside them the report shows how far single recordings differ, and names the worst one. The \
      digests of each build are compared with those of the recordings and of the other build. \
      Tasks that are missing, failed, or have two results are named. Results of another recording \
      or build are named too, and do not count. The outcome does not depend on who ran the tasks, \
      or in which order.

      With two builds, counts (count) decide, recording by recording: with more than 1 % more \
      instructions, or one more allocation or system call, the second build has REGRESSED. Times \
      only inform, unless --threshold says which change counts: the processes of a pair may have \
      had different neighbours. kymo gate alternates its measurements, with controls.

      Commands of an app that occur in no recording are named: a corpus says nothing of them.

      --export writes the whole corpus as a page (html), and the verdict for CI (junit, github-summary, \
      github-annotations), with a test for each task and figure. In the other formats it writes the \
      load of the last build, as kymo bench does. The page has that load, with the first build as its \
      baseline. If the corpus does not PASS, the load is marked as not valid, with the reasons.
      """,
    positionals: [
      CorpusCommand.manifest,
      PositionalSpecification(
        "results",
        help: "The folders of the results, with all that is in them.",
        count: .oneOrMore
      ),
    ],
    options: [
      OptionSpecification(
        "threshold",
        "PERCENT",
        kind: .number(0.1...1000),
        help: "A percentile has REGRESSED if its median ratio is certainly above this."
      ),
      .format,
      .export(ExportFormat.names(for: .corpus), of: "the verdict, or the load"),
    ],
    flags: [
      FlagSpecification(
        "require-coverage",
        help: "The result is partial if a command occurs in no recording."
      ),
      FlagSpecification(
        "strict",
        help: """
          The same, and also if there is a second result of a task, or a result of another corpus.
          """
      ),
      FlagSpecification("ignore-digest", help: "Allow builds to give different outcomes."),
    ],
    examples: [
      CommandExample("kymo corpus merge corpus.json results", "the verdict over all tasks"),
      CommandExample(
        "kymo corpus merge corpus.json results --export html=corpus.html --format json",
        "a page of the corpus, and the report for a script"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "the second build has REGRESSED"),
      ExitCodeNote(
        .partial,
        "a task is missing, failed or not valid; or with --require-coverage a command never occurs"
      ),
      ExitCodeNote(
        .diverged,
        "outcomes differ from those of a recording, or from one build to the other"
      ),
      ExitCodeNote(.failure, "the manifest or a folder cannot be read, or a file is not written"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("manifest")
    let manifest = try CorpusManifest.read(path)
    let loads = manifest.commands.filter { CorpusTaskKind.isLoad($0) }
    let wishes = arguments.optionallyNamedFiles("export")
    let needsLoad = wishes.contains { ExportFormat($0.name, for: .corpus)?.needsLoad == true }
    if needsLoad, loads.count != 1 {
      throw .usage(
        loads.isEmpty
          ? "--export writes results of bench, and the corpus has no bench command"
          : "--export writes one load, and the corpus has \(loads.count): plan each by itself"
      )
    }
    let exports = try ExportFiles(
      wishes,
      of: .corpus,
      inputs: InputFiles([path] + results(manifest, arguments.positionals("results")))
    )
    console.isOutputTaken = exports.takesOutput
    let startNanoseconds = UnsafeWallClock.nanoseconds()
    var summary = try merged(manifest, arguments.positionals("results"), console.interrupt)
    summary.threshold = arguments.numberIfGiven("threshold").map { $0 / 100 }
    summary.needsCoverage = arguments.flag("require-coverage") || arguments.flag("strict")
    summary.isStrict = arguments.flag("strict")
    summary.mayDiffer = arguments.flag("ignore-digest")
    if arguments.wantsJSON {
      console.print(summary.json)
    } else {
      CorpusReport(summary, path: path, tool: arguments.tool.name).print(to: &console)
    }
    let load =
      loads.count == 1 ? exportedLoad(of: summary, arguments, startNanoseconds) : nil
    if needsLoad, load == nil {
      throw CommandFailure("nothing was measured under load, so there is nothing to export")
    }
    let findings = CorpusFindings(
      summary,
      of: path,
      load: load,
      tool: arguments.tool.name,
      program: ToolContext.program,
      commandLine: arguments.commandLine,
      startNanoseconds: startNanoseconds
    )
    try exports.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: false
    ) { $0.text(of: .corpus(findings, load: load)) }
    return switch summary.verdict {
    case .pass: .success
    case .regressed: .regression
    case .partial: .partial
    case .diverged: .diverged
    }
  }

  /// The files that results of these tasks would be in.
  private static func results(_ manifest: CorpusManifest, _ folders: [String]) -> [String] {
    let tasks = manifest.tasks
    return folders.flatMap { folder in tasks.map { "\(folder)/\($0.fileName)" } }
  }

  /// The load of the last build, as it is exported; nil if nothing was measured under it.
  private static func exportedLoad(
    of summary: CorpusSummary,
    _ arguments: ParsedArguments,
    _ startNanoseconds: Int64
  ) -> (result: LoadResult, context: ExportContext)? {
    guard let last = summary.manifest.builds.last,
      let load = summary.loads.first(where: { $0.build == last.name })
    else { return nil }
    var context = load.context
    context.startNanoseconds = startNanoseconds
    context.tool = arguments.tool.name
    context.command = arguments.specification.name
    context.program = ToolContext.program
    context.baseline = baseline(summary, last)
    // Whoever reads an export of figures alone is to see the verdict.
    return (load.union.adding(summary.objections.map { .reported(.corpus, $0) }), context)
  }

  /// The first build as a baseline of the last; nil if there is but one.
  private static func baseline(_ summary: CorpusSummary, _ last: CorpusBuild) -> BenchBaseline? {
    guard let first = summary.manifest.builds.first, first != last,
      let load = summary.loads.first(where: { $0.build == first.name })
    else { return nil }
    let text = JSONExport.text(of: .run(load.union, load.context))
    do { return try BenchBaseline(json: text, file: first.name) } catch { return nil }
  }

  /// Reads every result under the folders.
  private static func merged(
    _ manifest: CorpusManifest,
    _ folders: [String],
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> CorpusSummary {
    var merge = CorpusMerge(manifest)
    // A folder that is named twice, or lies within another one, has no result twice.
    var seen: Set<UnsafeFileIdentity> = []
    for folder in folders {
      guard UnsafeFolder.isFolder(folder) else {
        throw CommandFailure(
          file: folder,
          "there is no such folder of results",
          remedy: "run the tasks first: \(.tool) corpus run corpus.json -o \(folder.shellQuoted)"
        )
      }
      for path in CorpusFiles.files(in: folder, endingIn: ".json") {
        if interrupt.isRequested {
          throw CommandFailure("interrupted before everything was read", status: .partial)
        }
        if let file = UnsafeFileIdentity(path: path), !seen.insert(file).inserted { continue }
        do throws(CommandFailure) {
          let text = try UnsafeTextFile.read(path, limit: CorpusResult.maximumBytes)
          merge.add(text, from: path)
        } catch { merge.addUnreadable("it cannot be read", path) }
      }
    }
    return merge.summary()
  }
}
