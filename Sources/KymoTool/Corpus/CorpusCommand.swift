import KymoCommandLine

/// `kymo corpus`: many recordings, by several builds, on many machines.
enum CorpusCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus",
    abstract: "Run many recordings, by several builds, on many machines.",
    discussion: """
      A corpus is planned once: every recording by every build with every command is a task, with an index. \
      Whatever runs many processes runs them: a Slurm array, GNU parallel, a Kubernetes job, a CI matrix. Each \
      leaves one small result, which takes its name only when it is whole, so that a task that was killed is \
      simply run again. Merging adds the histograms up exactly, compares the digests, and names \
      what is missing.

      There is no scheduler in here: submit writes the files for those that there are, or hands them over.
      """,
    examples: [
      CommandExample(
        "kymo corpus plan Recordings --build base=main --build head=HEAD -o corpus.json",
        "what is to be run, of every recording under a folder"
      ),
      CommandExample(
        "kymo corpus submit corpus.json --to slurm -o slurm",
        "the files of an array, to be submitted"
      ),
      CommandExample("kymo corpus merge corpus.json results", "what it all comes to"),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "merge: the second build takes more than the first"),
      ExitCodeNote(.partial, "merge: a task is missing, failed or not valid"),
      ExitCodeNote(.diverged, "merge: outcomes differ"),
      ExitCodeNote(.temporary, "run: another try is worth it"),
      ExitCodeNote(.usage, "no action is named, or one that there is not"),
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
