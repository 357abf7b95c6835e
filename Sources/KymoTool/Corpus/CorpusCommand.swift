import KymoCommandLine

/// `kymo corpus`: many recordings, by several builds, on many machines.
enum CorpusCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus",
    abstract: "Run many recordings, by several builds, on many machines.",
    discussion: """
      A corpus is planned once. A task is one recording, one build and one command, and has an \
      index. Anything that runs many processes can run the tasks: a Slurm array, GNU parallel, a \
      Kubernetes job, a CI matrix. Each task writes one small result. The result gets its name \
      only when it is complete, so a task that was killed can simply be run again. merge adds the \
      histograms exactly, compares the digests, and names what is missing.

      There is no scheduler of its own: submit writes the files for an engine, or hands them over.
      """,
    examples: [
      CommandExample(
        "kymo corpus plan Recordings --build base=main --build head=HEAD -o corpus.json",
        "the tasks for every recording under a folder"
      ),
      CommandExample(
        "kymo corpus submit corpus.json --to slurm -o slurm",
        "the files of an array, to be submitted"
      ),
      CommandExample("kymo corpus merge corpus.json results", "the verdict over all tasks"),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "merge: the second build has REGRESSED"),
      ExitCodeNote(.partial, "merge: a task is missing, failed or not valid"),
      ExitCodeNote(.diverged, "merge: outcomes differ"),
      ExitCodeNote(.temporary, "run: a retry may succeed"),
      ExitCodeNote(.usage, "the action is missing or unknown"),
    ],
    actions: actions.map { $0.specification }
  )

  static let actions: [any Subcommand.Type] = [
    CorpusPlanCommand.self, CorpusRunCommand.self, CorpusMergeCommand.self,
    CorpusSubmitCommand.self,
  ]

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    throw .usage("an action comes first")
  }

  /// `<manifest>`, the file that ``CorpusPlanCommand`` writes.
  static let manifest = PositionalSpecification(
    "manifest",
    help: "The corpus.json that plan wrote."
  )
}
