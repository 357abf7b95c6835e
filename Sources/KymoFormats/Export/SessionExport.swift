/// A form in which other tools read a session.
///
/// An export makes bytes and nothing else: it is told of one event after the other in the order of time, puts text into
/// its parts, and ``SessionExporter`` takes that to where it belongs. One that holds some channels only says so, and is
/// not told of the others.
public protocol SessionExport {
  /// The files that it makes.
  var parts: [ExportPart] { get }

  /// Whether events of a channel have a place in the form.
  func holds(_ channel: ExportChannel) -> Bool

  /// The place of the file in ``parts`` that the events of a channel go to.
  func part(of channel: Int) -> Int

  /// Puts what stands before all events.
  mutating func begin()

  /// Puts an event.
  ///
  /// - Parameters:
  ///   - event: its channel, one that the form holds, and its time.
  ///   - data: the message as recorded.
  /// - Returns: whether it has a place; if not, it is counted as left out.
  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool

  /// Puts what stands behind all events.
  mutating func end()
}

extension SessionExport {
  /// The one file.
  public func part(of channel: Int) -> Int { 0 }
  /// Puts nothing.
  public mutating func begin() {}
  /// Puts nothing.
  public mutating func end() {}
}
