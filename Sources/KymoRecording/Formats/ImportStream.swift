/// The rows that one file gives to one channel, a block at a time, in the order of the file.
///
/// An import reads a stream twice: once to find out what has to be repaired, and once to make events.
/// So a session may be of any length, and is never in memory as a whole. Rows that are not in the
/// order of time are the exception: those of one stream are then held and sorted.
public protocol ImportStream {
  /// The name of the file, for messages.
  var file: String { get }
  /// The topic of the channel.
  var topic: String { get }
  /// The description of the channel, if it is neither a standard one nor one of
  /// ``InputChannel/wellKnown``.
  ///
  /// The importer adds the channel to the recording. What the app does not list is recorded and passed to
  /// the sinks, and is neither dispatched nor in any digest.
  var channel: InputChannel? { get }
  /// Whether the values contain gravity, if they are accelerations of which it is known; asked for
  /// after ``finish(count:log:)``.
  var gravity: SessionDescription.Gravity? { get }

  /// Whether its times are those of a clock that nobody sets, such as that of satellites: first rows from long
  /// before the others are no leftovers, and a gap of an hour is a gap.
  var isClockTrue: Bool { get }

  /// Goes back to the first row.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read again.
  mutating func rewind() throws(ImportError)

  /// Reads further rows, some thousand at most and possibly none; nil at the end of the file.
  ///
  /// - Throws: ``ImportError`` when a row cannot be read, and in strict mode when a repair is
  ///   necessary.
  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable.Rows?

  /// Sees the rows of the first reading that belong to the recording, in the order of time, a block
  /// at a time: units and axes that only the numbers tell.
  mutating func learn(from rows: ImportTable.Rows)

  /// Forgets what was learned: the rows come again, in another order.
  mutating func forget()

  /// Draws the conclusions of what was learned from `count` rows.
  ///
  /// - Throws: ``ImportError`` in strict mode when a repair is necessary.
  mutating func finish(count: Int, log: inout ImportLog) throws(ImportError)

  /// Brings rows to the unit and the axes of their channel.
  func complete(_ rows: inout ImportTable.Rows)
}

extension ImportStream {
  /// It is a channel that is known by its topic.
  public var channel: InputChannel? { nil }
  /// Nothing is known.
  public var gravity: SessionDescription.Gravity? { nil }
  /// The clock of a phone, which may be set.
  public var isClockTrue: Bool { false }
  /// Learns nothing.
  public mutating func learn(from rows: ImportTable.Rows) {}
  /// Has nothing to forget.
  public mutating func forget() {}
  /// Concludes nothing.
  public mutating func finish(count: Int, log: inout ImportLog) throws(ImportError) {}
  /// Leaves the rows as they are.
  public func complete(_ rows: inout ImportTable.Rows) {}
}
