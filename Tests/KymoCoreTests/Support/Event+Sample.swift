import KymoCore

extension Event {
  /// An event of which a test says only what matters to it.
  static func sample(
    at timestamp: Int64,
    source: UInt8 = 1,
    sequence: UInt32 = 0,
    command: UInt16 = 1,
    x: Double = 0
  ) -> Event {
    Event(
      timestamp: timestamp,
      sequence: sequence,
      command: CommandID(rawValue: command),
      source: SourceID(rawValue: source),
      kind: .acceleration,
      payload: Payload(Acceleration(x: x, y: 0, z: 0))
    )
  }
}
