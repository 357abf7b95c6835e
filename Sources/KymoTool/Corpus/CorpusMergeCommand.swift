import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `kymo corpus merge`: what the results of a corpus come to.
enum CorpusMergeCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus merge",
    abstract: "Put the results of a corpus together: the verdict is the exit status.",
    discussion: """
      Histograms are added exactly: the percentiles are those of all events of all recordings. Beside them stands how \
      far single recordings differ, with the worst one by name. Digests are held against those of the recordings, \
      and those of the builds against each other. Tasks that are missing, failed, or have two results are named; so are results \
      of another recording or build, which do not count. What comes out does not depend on who ran the tasks, \
      or on the order.

      With two builds, counts (count) decide recording by recording: more than 1 % more instructions, \
      one more allocation or system call, and the second build has REGRESSED. Times only inform, as pairs were measured by \
      processes that may have had different neighbours, unless --threshold says which change counts; \
      kymo gate measures in turns, with controls.

      Commands of an app that occur in no recording are named: a corpus says nothing of them.

      --export writes what the corpus comes to: as a page (html), and for CI with a test for each task and figure (junit, \
      github-summary, github-annotations). Of the load of the last build it writes the figures for other tools, as \
      kymo bench does; the page has that load, with the first build as the baseline. A corpus that does not PASS is said there to be not valid, with what speaks \
      against it.
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
        help: "A percentile whose median ratio is surely above this has REGRESSED."
      ),
      .format,
      .export(ExportFormat.names(for: .corpus), of: "the verdict, or the load"),
    ],
    flags: [
      FlagSpecification(
        "require-coverage",
        help: "A command that occurs in no recording makes the result a partial one."
      ),
      FlagSpecification(
        "strict",
        help: "The same, and so does a second result of a task, or one of another."
      ),
      FlagSpecification("ignore-digest", help: "Builds may give different outcomes."),
    ],
    examples: [
      CommandExample("kymo corpus merge corpus.json results", "the verdict over all"),
      CommandExample(
        "kymo corpus merge corpus.json results --export html=corpus.html --format json",
        "a page of the corpus, and the report for a script"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "the second build takes more than the first"),
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
          ? "--export writes what was measured under load, and no command of the corpus is one"
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
