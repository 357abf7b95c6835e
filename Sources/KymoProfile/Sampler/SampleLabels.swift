public import KymoCore

/// The work of the dispatching thread at each moment, for the samples that a ``Sampler`` takes of it.
///
/// A ``LabelledSink`` says which handler runs; a page says so itself.
///
///     let labels = SampleLabels()
///     try sampler.addCurrent(named: "dispatcher", saying: labels)
///     let sink = LabelledSink(recorder, labels, table)
///     var dispatcher = Dispatcher(table: table, sink: sink)
public final class SampleLabels {
  @usableFromInline let place = LabelPlace()
  /// The labels of the handlers of the table that is dispatched by, in its order.
  var handlers: [SampleLabel] = []

  /// Nothing in particular is done.
  public init() {}

  /// The label that one of a handler stands for.
  func resolved(_ label: SampleLabel) -> SampleLabel {
    guard let place = label.handler else { return label }
    return handlers.indices.contains(place) ? handlers[place] : .none
  }

  /// Says that the page of an app begins to work.
  ///
  /// - Parameter command: that of the event which the page is handed; nil if it has a turn of its own.
  public func pageBegins(for command: CommandID?) { place.set(SampleLabel(command, .page)) }

  /// Says that it is done.
  public func pageEnds(for command: CommandID?) { place.set(SampleLabel(command, nil)) }

  /// Says that the pipeline looked for events, and dispatched what it found.
  @inlinable public func looked() { place.set(.none) }
}
