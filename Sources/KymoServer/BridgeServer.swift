public import KymoCore
public import KymoRecording
import Synchronization

/// The bridge over HTTP: commands, samples and pages in, replies and events out.
///
/// A thread of its own receives and answers. The calling thread opens sessions, one after the other, and
/// dispatches: see ``ServerLane``.
///
///     let server = try BridgeServer(configuration, clock: clock)
///     var lane = server.openSession(app.routing, names: names, info: info)
///     …
///     server.stop()
public struct BridgeServer: ~Copyable {
  /// The port, also if any was asked for.
  public let port: UInt16
  private let configuration: ServerConfiguration
  private let shared: ServerState
  private let summary: HandOver<ServerSummary>
  private let serving: Serving

  /// Listens, and starts the thread that receives; until a session is opened it answers 503 to commands.
  ///
  /// - Parameters:
  ///   - configuration: who may come, and how much they may take.
  ///   - clock: that of the sessions.
  ///   - tap: who is told of requests and answers, on that thread.
  ///   - shouldStop: asked on that thread, some times a second; once it says yes, nothing more is taken, what was
  ///     accepted is answered, and the session ends.
  /// - Throws: why it cannot start.
  public init(
    _ configuration: ServerConfiguration,
    clock: ServerClock,
    tap: HandOver<any ServerTap>? = nil,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(ServerError) {
    try configuration.check()
    let socket = try UnsafeListeningSocket(
      address: configuration.address,
      port: configuration.port
    )
    let shared = ServerState()
    let service = BridgeService(configuration, shared, clock)
    let loop = try HTTPLoop(configuration, socket, service, shared.answers)
    let state = HandOver(loop)
    let summary = HandOver<ServerSummary>()
    let stopNanoseconds = configuration.limits.stopNanoseconds
    port = socket.port
    self.configuration = configuration
    self.shared = shared
    self.summary = summary
    let thread = JoiningThread {
      let loop = state.take()
      let tap = tap?.take()
      loop.service.tap = tap
      Self.serve(loop, shared, stopNanoseconds, shouldStop)
      summary.put(ServerSummary(loop.service))
      withExtendedLifetime(tap) {}
    }
    serving = Serving(shared: shared, thread: thread)
  }

  /// Receives until the end.
  private static func serve(
    _ loop: HTTPLoop,
    _ shared: ServerState,
    _ patience: Int64,
    _ shouldStop: () -> Bool
  ) {
    while !shared.isStopRequested.load(ordering: .acquiring), !shouldStop() {
      loop.runOnce(atMost: 100_000_000)
    }
    loop.quiesce()
    loop.service.stop()
    let end = loop.service.monotonic + patience
    while loop.service.monotonic < end {
      if loop.service.isThrough, loop.isIdle { break }
      loop.runOnce(atMost: 20_000_000)
    }
    loop.stop()
    // A dispatcher that is slower than the patience must not wait for room that nobody makes any more.
    var waiter = Waiter(.nap)
    while loop.service.session != nil {
      loop.service.work()
      waiter.pause()
    }
    shared.close()
  }

  /// Opens a session: commands that come from now on are its own.
  ///
  /// - Parameters:
  ///   - routing: which command the events of each channel are.
  ///   - names: those of the commands, in the order of their ids.
  ///   - info: what clients may know.
  /// - Returns: the session's end.
  public func openSession(
    _ routing: CommandRouting,
    names: [String],
    info: ServerSessionInfo
  ) -> ServerLane {
    let limits = configuration.limits
    let lane = EventQueue(
      minimumCapacity: limits.queuedCommands,
      arenaBytes: 2 * limits.queuedBytes
    )
    let ring = TextRing<ServedOutcome>(minimumCapacity: 16_384, textBytes: 8 << 20)
    let parts = ServedSession.Parts(
      routing: routing,
      names: names,
      info: info,
      producer: lane.producer,
      outcomes: ring.consumer,
      capacity: limits.queuedCommands
    )
    shared.offer(parts)
    return ServerLane(
      lane.consumer,
      ServerPort(ring.producer),
      gate: shared.work,
      answers: shared.answers
    )
  }

  /// Why the last session ended.
  public func takeOrder() -> ServerOrder { shared.takeOrder() }

  /// The recordings that clients may fetch.
  public var recordings: [ServerRecording] {
    get { shared.recordings }
    nonmutating set { shared.recordings = newValue }
  }

  /// Waits until all that was accepted is answered, for as long as the limits say, and lets clients go.
  ///
  /// - Returns: what was counted.
  public consuming func finish() -> ServerSummary {
    let summary = summary
    serving.finish()
    return summary.take()
  }

  /// The thread, which is told to end before it is waited for.
  private struct Serving: ~Copyable {
    let shared: ServerState
    let thread: JoiningThread

    /// Waits until it has ended.
    consuming func finish() {}

    deinit {
      shared.isStopRequested.store(true, ordering: .releasing)
      shared.answers.ring()
    }
  }
}
