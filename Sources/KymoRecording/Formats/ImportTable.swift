/// The rows that one file gives to one channel, in the order of the file.
public struct ImportTable: Sendable {
  /// The rows, by what becomes of them.
  public enum Rows: Sendable {
    /// Accelerations; m/s² on the canonical axes when the table is finished.
    case accelerations([AccelerationRow])
    /// Location fixes.
    case locations([LocationRow])
    /// Samples of any other channel, with the channel's topic, such as `/gyroscope`.
    case samples(topic: String, [SampleRow])
    /// Messages of any length of a channel of data, or requests of the bridge, with the channel's topic.
    case messages(topic: String, [MessageRow])

    /// How many rows there are.
    public var count: Int {
      switch self {
      case .accelerations(let rows): rows.count
      case .locations(let rows): rows.count
      case .samples(_, let rows): rows.count
      case .messages(_, let rows): rows.count
      }
    }
  }

  /// The name of the file, for messages.
  public var file: String
  /// The rows.
  public var rows: Rows

  /// Names the rows of a file.
  public init(file: String, rows: Rows) {
    self.file = file
    self.rows = rows
  }

  /// The topic of the channel.
  public var topic: String {
    switch rows {
    case .accelerations: InputChannel.accelerometer.topic
    case .locations: InputChannel.location.topic
    case .samples(let topic, _), .messages(let topic, _): topic
    }
  }
}
