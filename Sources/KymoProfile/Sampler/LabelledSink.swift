public import KymoCore

/// A sink that says to a sampler which handler runs: a word is written before each, and no clock is read.
///
/// The handlers are called as ever, by the dispatcher itself: nobody stands around them, in their stacks or in the way.
@frozen public struct LabelledSink<Sink: OutcomeSink & ~Copyable>: WrappingSink, ~Copyable {
  /// The sink that is told of the outcomes.
  public var sink: Sink
  @usableFromInline let place: LabelPlace

  /// Labels what is dispatched.
  ///
  /// - Parameters:
  ///   - sink: who is told of the outcomes.
  ///   - labels: what the sampler copies.
  ///   - table: the commands that are dispatched.
  public init(_ sink: consuming Sink, _ labels: SampleLabels, _ table: borrowing CommandTable) {
    self.sink = sink
    place = labels.place
    labels.handlers = table.handlerPlaces.map { SampleLabel($0.command, ProfileStage($0.stage)) }
  }

  /// True: it is told of every handler.
  @inlinable public static var followsHandlers: Bool { true }

  /// Says what comes next, and hands on.
  @inlinable public mutating func follow(_ step: HandlingStep, of event: borrowing Event) {
    switch step {
    case .handler(let place): self.place.set(SampleLabel(handler: place))
    case .decoder: place.set(SampleLabel(event.command, .decode))
    case .batch: place.set(SampleLabel(event.command, .business))
    case .outcome: place.set(SampleLabel(event.command, nil))
    }
    if Sink.followsHandlers { sink.follow(step, of: event) }
  }
}
