public import KymoHistogram

/// What a ledger counts for one command.
///
/// SAFETY: the references are unmanaged so that a recording counts none; the ledger that owns the
/// cell also owns the histograms, in an array that it never changes.
@safe @frozen @usableFromInline struct LatencyCell {
  @usableFromInline let response: Unmanaged<Histogram>
  @usableFromInline let service: Unmanaged<Histogram>
  @usableFromInline let reply: Unmanaged<Histogram>
  @usableFromInline var statuses = StatusCounts()

  @inlinable init(response: Histogram, service: Histogram, reply: Histogram) {
    unsafe self.response = .passUnretained(response)
    unsafe self.service = .passUnretained(service)
    unsafe self.reply = .passUnretained(reply)
  }

  /// Counts the time from a request to its reply, in ns.
  @usableFromInline func record(reply time: Int64) {
    unsafe reply._withUnsafeGuaranteedRef { $0.record(time) }
  }

  /// Counts one event: its response time and its service time in ns.
  @inlinable func record(response responseTime: Int64, service serviceTime: Int64) {
    unsafe response._withUnsafeGuaranteedRef { $0.record(responseTime) }
    unsafe service._withUnsafeGuaranteedRef { $0.record(serviceTime) }
  }
}
