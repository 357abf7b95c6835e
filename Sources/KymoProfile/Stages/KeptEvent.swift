import KymoCore

/// An event whose stages are kept one by one.
struct KeptEvent {
  /// A stage of it, in ticks.
  struct Part {
    var stage: ProfileStage
    var handler: Int?
    var begin: UInt64
    var end: UInt64
  }

  var command: CommandID
  var source: SourceID
  var sequence: UInt32
  /// When it was pushed, and when the thread turned to it, in ticks; nil if that is not known.
  var waited: Range<UInt64>?
  var parts: [Part]
}
