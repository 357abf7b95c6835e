public import KymoBench
public import KymoCore

/// Load over HTTP: requests sent at the times of a plan, whether or not the server keeps up.
///
/// It is open: a slow reply does not hold back the next request, and every latency counts from when its
/// request was *due*. If all connections are busy then, the request waits, and its time counts on.
/// Everything is done by the calling thread.
///
///     let load = HTTPLoad(requests, plan: plan, target: target)
///     let result = try load.run()
///     if let p99 = result.load.overall.response.p99 { print("p99: \(p99) ns") }
public struct HTTPLoad {
  /// The requests that are sent, and repeated until the plan is through.
  public let requests: RequestList
  /// When.
  public let plan: ArrivalPlan
  /// Where to.
  public let target: HTTPTarget
  /// Warm-up, deadline, and what makes the run invalid; what concerns threads and queues has no effect.
  public let configuration: LoadConfiguration
  /// On how many connections, and how long is waited.
  public let options: HTTPLoadOptions

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - requests: what is sent.
  ///   - plan: when.
  ///   - target: where to.
  ///   - configuration: warm-up, deadline, and what makes the run invalid.
  ///   - options: on how many connections, and how long is waited.
  /// - Precondition: there are requests, in the list and in the plan; the number of connections is in its
  ///   range.
  public init(
    _ requests: RequestList,
    plan: ArrivalPlan,
    target: HTTPTarget,
    configuration: LoadConfiguration = LoadConfiguration(),
    options: HTTPLoadOptions = HTTPLoadOptions()
  ) {
    precondition(requests.count > 0 && plan.count > 0, "a load of nothing")
    precondition(HTTPLoadOptions.connectionRange.contains(options.connections))
    self.requests = requests
    self.plan = plan
    self.target = target
    self.configuration = configuration
    self.options = options
  }

  /// Makes the connections, and then the run.
  ///
  /// - Parameters:
  ///   - clock: the time.
  ///   - shouldStop: asked every few ms whether to stop; the result is invalid then.
  /// - Returns: what was measured, valid or not.
  /// - Throws: that the server cannot be reached, or not on so many connections.
  /// - Complexity: takes as long as the plan; allocates nothing per request.
  public func run(
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: () -> Bool = { false }
  ) throws(ClientError) -> HTTPLoadResult {
    let run = try HTTPLoadRun(self, clock)
    try run.connect(shouldStop)
    run.offer(shouldStop)
    return run.finish()
  }
}
