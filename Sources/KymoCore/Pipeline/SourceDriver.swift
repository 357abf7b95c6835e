/// Drives a source and its pipeline in turns, on one thread.
///
/// The source is asked for more once there is nothing left to dispatch, and waits on its clock where it says so.
@frozen public struct SourceDriver<Source: EventSource & ~Copyable>: Driver, ~Copyable {
  /// The source of events.
  public var source: Source
  /// Its end of a lane, which is finished once the source is.
  public var producer: EventQueue.Producer
  /// Why the source ended early, or nil.
  public private(set) var failure: Source.Failure?
  /// Whether the source came to its end.
  public private(set) var isOver = false
  /// Whether everything was dispatched that the source has pushed, which is the moment to stop.
  public private(set) var isDrained = true
  @usableFromInline let clock: any NanosecondClock
  /// The time that the source waits for; the first time of all if it does not wait.
  @usableFromInline var deadline = Int64.min

  /// Drives a source to its end.
  ///
  /// - Parameters:
  ///   - source: what produces.
  ///   - producer: the end of one of the pipeline's lanes.
  ///   - clock: what the source waits on; with a ``VirtualClock`` no wait takes any time.
  public init(
    _ source: consuming Source,
    into producer: consuming EventQueue.Producer,
    clock: any NanosecondClock = VirtualClock()
  ) {
    self.source = source
    self.producer = producer
    self.clock = clock
  }

  /// Asks the source for more, if there is nothing left of what it has pushed.
  public mutating func prepare() {
    guard isDrained, !isOver else { return }
    isDrained = false
    do throws(Source.Failure) {
      switch try source.produce(into: &producer) {
      case .pushed, .blocked: break
      case .waiting(let until): deadline = until
      case .finished: isOver = true
      }
    } catch {
      failure = error
      isOver = true
    }
    if isOver { producer.finish() }
  }

  /// Waits for what the source waits for.
  public mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    isDrained = true
    guard deadline > .min else { return }
    clock.wait(until: deadline)
    deadline = .min
  }

  /// Ends the source.
  public mutating func stop() { producer.finish() }
}
