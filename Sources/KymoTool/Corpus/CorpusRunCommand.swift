import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `kymo corpus run`: one task of a corpus, or a few.
enum CorpusRunCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus run",
    abstract: "Run a task of a corpus, or several; the engine's index says which.",
    discussion: """
      Without --task, the engine gives the index: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, \
      from 0, or PARALLEL_SEQ or CI_NODE_INDEX, from 1. Each task checks the recording against the \
      manifest, and then runs in a process of its build.

      A result gets its name in the folder only when it is complete. A task is skipped if it has a \
      result for the same content, build and command, so it is safe to run a task again. A task \
      that failed, was stopped, or has invalid figures is measured again.

      Exit status 75 means that a retry may succeed: the process was stopped or killed, or a disk \
      or a file system was not available. Slurm requeues such a task if its configuration has \
      RequeueExit=75. A bad verdict is not a failure of the task: it is in the result.
      """,
    positionals: [CorpusCommand.manifest],
    options: [
      OptionSpecification(
        "task",
        "I[-J],…",
        help: "The tasks to run, from 0: an index, a range, or several of these."
      ),
      OptionSpecification(
        "slice",
        "N",
        kind: .integer(1...CorpusManifest.maximumTasks),
        default: "1",
        help: "Run N tasks for each index of the engine, one after the other."
      ),
      OptionSpecification(
        "output",
        short: "o",
        "RESULTS",
        kind: .file,
        isRequired: true,
        help: "The folder of the results; created if missing."
      ),
      OptionSpecification(
        "attempts",
        "N",
        kind: .integer(1...100),
        default: "3",
        help: "How often to run a benchmark, at most, until its figures are valid."
      ),
    ],
    examples: [
      CommandExample("kymo corpus run corpus.json --task 0-79 -o results", "all of 80 tasks, here"),
      CommandExample(
        "kymo corpus run corpus.json -o results",
        "the task of this process, in an array of Slurm or under GNU parallel"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.success, "every task was measured; its outcome is in its result"),
      ExitCodeNote(
        .failure,
        """
        a build failed, a recording or a build is not the planned one, or a result cannot be \
        written
        """
      ),
      ExitCodeNote(.temporary, "a retry may succeed"),
      ExitCodeNote(.usage, "no task is named, or two variables contradict each other"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("manifest")
    let manifest = try CorpusManifest.read(path)
    let slice = arguments.integer("slice")
    let isEngine = !arguments.isGiven("task")
    try arguments.check(
      ["slice"],
      haveEffectIf: isEngine,
      "is for the index of an engine, not for --task"
    )
    let tasks = try CommandFailure.of(
      try CorpusTaskRange.tasks(
        arguments.textIfGiven("task"),
        slice: slice,
        of: manifest.taskCount,
        UnsafeTerminal.environment
      )
    )
    if isEngine, let text = UnsafeTerminal.environment("CI_NODE_TOTAL"), let total = Int(text),
      UnsafeTerminal.environment("CI_NODE_INDEX") != nil, total * slice < manifest.taskCount
    {
      let wanted = (manifest.taskCount + total - 1) / total
      console.note(
        "CI_NODE_TOTAL=\(total) × \(slice) leaves tasks out: there are \(manifest.taskCount); "
          + "give --slice \(wanted)"
      )
    }
    let folder = arguments.text("output")
    try CommandFailure.of(try UnsafeFolder.make(folder))
    let interrupt = console.interrupt
    var runner = CorpusRunner(
      manifest,
      path: path,
      attempts: arguments.integer("attempts"),
      TrialLimits { interrupt.isRequested }
    )
    defer { runner.remove() }
    var status = ExitStatus.success
    for index in tasks {
      if console.interrupt.isRequested { return .temporary }
      let task = manifest.task(index)
      do {
        let place = CorpusRunner.place(of: task, in: folder)
        if let former = CorpusRunner.final(task, at: place, telling: &console) {
          console.print("\(index)  \(former.verdict.rawValue) before  \(task.name)")
          continue
        }
        let verdict = try run(task, by: &runner, to: place, isNone: path, &console)
        console.print("\(index)  \(verdict.rawValue)  \(task.name)")
        if verdict == .failed, status == .success { status = .failure }
      } catch {
        console.complain("task \(index): \(error.message.text(tool: arguments.tool.name))")
        if error.status == .temporary {
          status = .temporary
        } else if status == .success {
          status = .failure
        }
      }
    }
    return status
  }

  /// Runs a task and writes its result; returns what it came to.
  private static func run(
    _ task: CorpusTask,
    by runner: inout CorpusRunner,
    to place: String,
    isNone manifest: String,
    _ console: inout Console
  ) throws(CommandFailure) -> CorpusVerdict {
    let result: CorpusResult
    do { result = try runner.run(task, telling: &console) } catch { throw CommandFailure(error) }
    try write(result, to: place, isNone: manifest)
    if result.verdict == .failed, let message = result.message {
      console.complain("task \(task.index): \(task.name): \(message.printable)")
    }
    return result.verdict
  }

  private static func write(
    _ result: CorpusResult,
    to place: String,
    isNone manifest: String
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      let file = try OutputFile(place, isNone: InputFiles([manifest]))
      do throws(CommandFailure) {
        try file.write(result.text)
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    } catch {
      guard error.status != .usage else { throw error }
      // A disk that is full, or away, may be neither on the next machine, or later.
      throw CommandFailure(error.message, status: .temporary)
    }
  }
}
