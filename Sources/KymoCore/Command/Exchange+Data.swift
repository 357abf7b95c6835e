extension Exchange {
  /// Lets `body` read the raw bytes of an event of kind ``EventKind/data``, exactly as in the recording, the
  /// header of a CDR message included; nil for an event of another kind.
  ///
  /// - Complexity: O(1) beside `body`.
  public func withData<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let event = event
    guard event.kind == .data else { return nil }
    return try arena.withMessage(event.payload.reference, body)
  }

  /// Lets `body` read the fields of a CDR message that came as an event of kind ``EventKind/data``.
  ///
  ///     let turning = try exchange.withCDR { imu throws(CDRError) in  // sensor_msgs/msg/Imu
  ///       _ = try imu.header()
  ///       try imu.skip(doubles: 4 + 9)  // The orientation and its covariance.
  ///       return try imu.vector()  // The angular velocity in rad/s.
  ///     }
  ///
  /// - Throws: ``HandlerError/wrongType`` for an event of another kind; ``HandlerError/unreadableData`` if
  ///   `body` threw.
  /// - Complexity: O(1) beside `body`, without allocation.
  public func withCDR<Result>(
    _ body: (inout CDRReader) throws(CDRError) -> Result
  ) throws(HandlerError) -> Result {
    var failure = HandlerError.wrongType
    let result = withData { data -> Result? in
      do throws(CDRError) { return try CDRReader.read(data, body) } catch {
        failure = .unreadableData
        return nil
      }
    }
    guard let result = result ?? nil else { throw failure }
    return result
  }
}
