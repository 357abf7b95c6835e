import KymoRecording

/// The steps of the trace: what dispatching each event came to.
final class StepTable: QueryTable {
  let source: QuerySource

  init(_ source: QuerySource) { self.source = source }

  let name = "steps"
  let meaning = "outcomes of dispatch, events that handlers raised included"
  let columns =
    QueryColumn.times + [
      .step("in the order of dispatch, from 0"),
      QueryColumn("command", .text),
      QueryColumn("source", .integer, "number of the source; 255 for a raised event"),
      QueryColumn("sequence", .integer, "number within the source"),
      QueryColumn("status", .text, "completed, failed, …"),
      QueryColumn("stage", .text, "in which it ended"),
      QueryColumn("handler", .integer, "of that stage, from 0"),
      QueryColumn("error", .text, "name of the error; null if no handler failed"),
      QueryColumn("error_code", .integer),
      QueryColumn("reply", .text, "kind of the reply: acceleration, coordinates or text"),
      QueryColumn("digest", .text, "over all steps up to this one, where the recording has it"),
    ]

  var estimatedRows: Double { Double(source.count(of: SessionTopic.trace.name) ?? 1_000_000) }

  func makeCursor() -> any QueryCursor { StepCursor(source) }
}
