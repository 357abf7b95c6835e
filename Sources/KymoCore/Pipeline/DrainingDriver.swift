/// Drives a pipeline until there is nothing to do for now.
@frozen @usableFromInline struct DrainingDriver: Driver, ~Copyable {
  @usableFromInline var isIdle = false

  @inlinable init() {}

  @inlinable mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    isIdle = true
  }
}
