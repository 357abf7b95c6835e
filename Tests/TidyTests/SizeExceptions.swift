/// What was larger than the house allows when the rule came.
///
/// An entry may shrink or go, and never grow; nothing is added.
let sizeExceptions: [SizeCheck.Exception] = [
  file("MCAPWriter.swift", 510, "the writer's public calls and their contracts, each a few lines"),
  file(
    "SessionEvents.swift",
    468,
    "the iterator that all replays read by: its parts share unchecked state"
  ),
  file("SessionEncoder.swift", 460, "one encoder for each topic, side by side"),

  // A course of steps that share most of what they know.
  function(
    "GateCommand.swift",
    "run",
    84,
    "reads the options, asks the gate, and writes what it came to"
  ),

  // Lists that are read from top to bottom.
  function("PerturbationPlan.swift", "init", 127, "a list of the changes, one after the other"),
  function("WebHost.swift", "fill", 95, "a list of what scripts may call"),
  function("UnsafeHTTPConfiguration.swift", "registerReplies", 80, "a list of callbacks"),
  function("TimelineFigure.swift", "html", 86, "the parts of a drawing, from back to front"),
  function("ThroughputFigure.swift", "figure", 83, "the parts of a drawing, from back to front"),

  // Rules whose order is the meaning.
  function(
    "GateDecision.swift",
    "init",
    101,
    "the rules of the verdict, in the order in which they decide"
  ),
  function(
    "PhaseJudgement.swift",
    "init",
    76,
    "the rules of a phase, in the order in which they decide"
  ),
  function("MCAPChecker.swift", "takeRecord", 79, "a case for each kind of record"),
  function(
    "MCAPCheckedFile.swift",
    "checkEnd",
    76,
    "what the end of a file promises, one thing after the other"
  ),

  // Initialisers that take a value for each property, most of them with one that is usual.
  parameters("ExportContext.swift", "init", 17, "what a report may say of its run"),
  parameters("GateSummary.swift", "init", 13, "what a verdict says"),
  parameters("MeasuredLoad.swift", "init", 11, "what a load run came to"),
  parameters("InputChannel.swift", "init", 11, "the columns of a row of the channel table"),
  parameters("InputChannel.swift", "data", 9, "the columns of a row of the channel table"),
  parameters("GateConfiguration.swift", "init", 10, "the options of a gate"),
  parameters("MCAPSegment.swift", "init", 10, "the state of a reader within a chunk"),
  parameters("CommandReport.swift", "init", 9, "the figures of a command"),
  parameters("MCAPChunkIndex.swift", "init", 9, "the fields of the record, as the format has them"),
  parameters("MCAPStatistics.swift", "init", 9, "the fields of the record, as the format has them"),
  parameters("CommandSpecification.swift", "init", 9, "what help says of a command"),
  parameters("OptionSpecification.swift", "init", 9, "what help says of an option"),
  parameters("GateReport.swift", "init", 8, "what a verdict says"),
  parameters("CountComparison.swift", "init", 8, "both sides of a count, with their names"),
  parameters("ProcessCounts.swift", "init", 8, "what the system counts of a process"),
  parameters("FetchRule.swift", "init", 8, "the fields of a rule, as its JSON has them"),
  parameters("Location.swift", "init", 8, "the fields of a fix, as phones give them"),
  parameters("StageSlice.swift", "init", 8, "the fields of a slice"),

  // Calls that hand over what several owners have.
  parameters("TailLog.swift", "note", 8, "called for every event: a struct would be copied there"),
]

private func file(_ name: String, _ size: Int, _ reason: String) -> SizeCheck.Exception {
  SizeCheck.Exception(file: name, kind: .fileLines, size: size, reason: reason)
}

private func function(
  _ file: String,
  _ name: String,
  _ size: Int,
  _ reason: String
) -> SizeCheck.Exception {
  SizeCheck.Exception(
    file: file,
    function: name,
    kind: .functionLines,
    size: size,
    reason: reason
  )
}

private func parameters(
  _ file: String,
  _ name: String,
  _ size: Int,
  _ reason: String
) -> SizeCheck.Exception {
  SizeCheck.Exception(file: file, function: name, kind: .parameters, size: size, reason: reason)
}
