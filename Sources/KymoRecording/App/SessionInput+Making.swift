public import KymoCore

/// Inputs for an ``AppSession``, which need no sequence: whoever takes inputs in memory numbers them.
extension SessionInput {
  /// A call of the page, such as `call?cmd=trip`, as an address that it loads.
  ///
  /// - Parameters:
  ///   - url: the call.
  ///   - timestamp: when, in ns.
  /// - Returns: the input.
  public static func call(_ url: String, at timestamp: Int64) -> SessionInput {
    SessionInput(request: Array(url.utf8), by: .url, at: timestamp)
  }

  /// A sample of the accelerometer, in m/s².
  public static func acceleration(_ acceleration: Acceleration, at timestamp: Int64) -> SessionInput
  {
    SessionInput(at: timestamp, .accelerometer, .acceleration, Payload(acceleration))
  }

  /// A fix.
  public static func location(_ fix: Location, at timestamp: Int64) -> SessionInput {
    SessionInput(at: timestamp, .location, .location, Payload(fix))
  }

  /// A sample of the gyroscope: the angular velocity in rad/s about x right, y up, and z out of the screen.
  public static func gyroscope(x: Double, y: Double, z: Double, at timestamp: Int64) -> SessionInput
  {
    SessionInput(at: timestamp, .gyroscope, .sample, Payload(doubles: x, y, z))
  }

  private init(at timestamp: Int64, _ source: SourceID, _ kind: EventKind, _ payload: Payload) {
    self.init(
      event: Event(
        timestamp: timestamp,
        sequence: 0,
        command: .unknown,
        source: source,
        kind: kind,
        payload: payload
      )
    )
  }
}
