import KymoCore
import KymoMCAP
import KymoRecording

/// `kymo inspect`: what is inside a recording.
enum InspectCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "inspect",
    abstract: "Show what is inside a recording.",
    discussion: """
      Channels with their rates and gaps, and a word on those that no replay would dispatch; commands \
      with the outcomes in the trace, losses, the digest, and a plot of the magnitude of the \
      acceleration. Reads any MCAP file; one that is cut off is shown as far as it goes. It is called \
      complete if `kymo check` finds no error in it: every checksum, index and count is held against \
      what is there.
      """,
    positionals: [PositionalSpecification("recording", help: "The .mcap file.")],
    options: [.format],
    flags: [FlagSpecification("no-plot", help: "Leave out the plot.")],
    examples: [
      CommandExample("kymo inspect walk.mcap", "the overview"),
      CommandExample("kymo inspect walk.mcap --format json | jq .events", "for a script"),
    ],
    exitCodes: [
      ExitCodeNote(.partial, "the file does not pass `kymo check`, or the command was interrupted"),
      ExitCodeNote(.failure, "the file cannot be read"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let file = try SessionFile.open(path)
    // A file of an app that this tool does not have is shown as its first app would see it.
    let app = arguments.tool.apps.named(file.app) ?? arguments.tool.apps.first
    let table = try AppInstance.table(app)
    console.beginProgress("reading", of: file.scan.segments.count, unit: "chunks")
    var survey = RecordingSurvey(file, table: table)
    let interrupt = console.interrupt
    let problem = survey.read(shouldStop: { interrupt.isRequested }) { console.progress(to: $0) }
    console.endProgress()
    if arguments.wantsJSON {
      console.print(survey.json)
    } else {
      survey.print(path, to: &console, hasPlot: !arguments.flag("no-plot"))
    }
    if let problem {
      throw CommandFailure(CommandFailure(problem, file: path).message, status: .partial)
    }
    return interrupt.isRequested ? .partial : .success
  }
}
