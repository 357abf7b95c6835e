import KymoRecording

/// What a watch or a bicycle says of a point, beside where it is.
enum TrackExtra: Int, CaseIterable {
  case heartRate, cadence, temperature, power

  /// The channel of such values.
  var channel: InputChannel {
    switch self {
    case .heartRate: .heartRate
    case .cadence: .cadence
    case .temperature: .temperature
    case .power: .power
    }
  }
}
