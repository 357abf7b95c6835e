public import KymoHistogram

/// The counts of a ledger for one command.
///
/// SAFETY: the references are unmanaged so that a recording counts none; the ledger that owns the
/// cell also owns the histograms, in an array that it never changes.
@safe @frozen @usableFromInline struct LatencyCell {
  @usableFromInline let response: Unmanaged<Histogram>
  @usableFromInline let service: Unmanaged<Histogram>
  @usableFromInline let reply: Unmanaged<Histogram>
  @usableFromInline let slip: Unmanaged<Histogram>
  @usableFromInline let queueing: Unmanaged<Histogram>
  /// Where a sensor's deviations are counted; nil for what is no stream of samples.
  @usableFromInline let jitter: Unmanaged<Histogram>?
  /// How many events took longer than the deadline.
  @usableFromInline var missed: Int64 = 0
  /// The response time of the latest sample, in ns; negative before the first.
  @usableFromInline var previousResponse: Int64 = -1

  @inlinable init(_ times: CommandHistograms, jitter: Histogram?) {
    unsafe response = .passUnretained(times.response)
    unsafe service = .passUnretained(times.service)
    unsafe reply = .passUnretained(times.reply)
    unsafe slip = .passUnretained(times.slip)
    unsafe queueing = .passUnretained(times.queueing)
    unsafe self.jitter = jitter.map { unsafe .passUnretained($0) }
  }

  /// Counts the time from a request to its reply, in ns.
  @usableFromInline func record(reply time: Int64) {
    unsafe reply._withUnsafeGuaranteedRef { $0.record(time) }
  }

  /// Counts how late an event was pushed and how long it was in the queue, in ns.
  @inlinable func record(slip slipTime: Int64, queueing queueingTime: Int64) {
    unsafe slip._withUnsafeGuaranteedRef { $0.record(max(slipTime, 0)) }
    unsafe queueing._withUnsafeGuaranteedRef { $0.record(max(queueingTime, 0)) }
  }

  /// Counts by how much the gap to the sample before differed from the intended one, in ns.
  ///
  /// A gap between ends less the one between starts is the difference of the response times.
  @inlinable @inline(always) mutating func recordSample(response: Int64) {
    guard let jitter = unsafe jitter else { return }
    if previousResponse >= 0 {
      let deviation = Int64(clamping: (response &- previousResponse).magnitude)
      unsafe jitter._withUnsafeGuaranteedRef { $0.record(deviation) }
    }
    previousResponse = max(response, 0)
  }

  /// Counts one event: its response time and its service time in ns.
  @inlinable @inline(always) func record(response responseTime: Int64, service serviceTime: Int64) {
    unsafe response._withUnsafeGuaranteedRef { $0.record(responseTime) }
    unsafe service._withUnsafeGuaranteedRef { $0.record(serviceTime) }
  }
}
