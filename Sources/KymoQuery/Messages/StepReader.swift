import KymoCore
import KymoMCAP
import KymoRecording

/// The steps of a trace, in their order, from one on.
struct StepReader: ~Copyable {
  private var cursor: MCAPMessageCursor
  private let schemas: [UInt16: String]  // Looked up, never iterated.
  private var last: UInt64?

  /// Starts at the first step that a filter may let pass.
  init(_ source: QuerySource, _ filter: QueryFilter) throws(QueryError) {
    var filter = filter
    if filter.firstStep > 0, let trace = source.trace {
      do throws(MCAPError) {
        filter.firstTime = max(filter.firstTime, try trace.time(before: filter.firstStep))
      } catch { throw .recording(.file(error)) }
    }
    var schemas: [UInt16: String] = [:]  // Looked up, never iterated.
    for channel in source.catalog.channels(topic: SessionTopic.trace.name) {
      schemas[channel.id] = source.catalog.schema(channel.schemaID)?.name ?? ""
    }
    self.schemas = schemas
    cursor = source.messages([SessionTopic.trace.name], filter)
  }

  /// The next step; nil after the last.
  ///
  /// - Throws: what is wrong with the file.
  mutating func next() throws(QueryError) -> RecordedStep? {
    do throws(MCAPError) {
      guard let message = try cursor.next() else { return nil }
      let schema = schemas[message.channelID] ?? ""
      let found = cursor.withData(of: message) {
        RecordedStep($0, at: message.logTime, schema: schema)
      }
      guard let found else {
        throw MCAPError(.malformed, at: 0, "a message of /trace is not a kymograph step")
      }
      let index = found.step.outcome.index
      if let last, index <= last {
        throw MCAPError(
          .malformed,
          at: 0,
          "/trace goes from step \(last) to step \(index); its order was lost"
        )
      }
      last = index
      return found
    } catch { throw .recording(.file(error)) }
  }
}
