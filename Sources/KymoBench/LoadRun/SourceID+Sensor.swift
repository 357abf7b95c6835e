import KymoCore

extension SourceID {
  /// Whether its events are samples that come by themselves, one after the other.
  var isSensor: Bool { self != .bridge && self != .page && self != .device }
}
