extension SessionDescription {
  /// Adds what another session says about itself, whose events go into the same recording.
  ///
  /// Origins and devices are joined. Of what both say differently, and readers need to interpret numbers, nothing is
  /// known then. The clock stays.
  ///
  /// - Returns: nil if that is possible; else why it is not, to follow the names of both.
  package mutating func join(_ other: SessionDescription) -> String? {
    if let calls, let others = other.calls, calls != others {
      return "their calls are written by different rules: no replay could be as both"
    }
    for (name, value) in other.choices.sorted(by: { $0.key < $1.key }) {
      if let own = choices[name], own != value {
        return "\(name) is \(own) in one and \(value) in the other: no replay could be as both"
      }
    }
    calls = calls ?? other.calls
    choices.merge(other.choices) { own, _ in own }
    origin += "; " + other.origin
    if !other.device.isEmpty, other.device != device {
      device = device.isEmpty ? other.device : device + "; " + other.device
    }
    gravity = Self.together(gravity, other.gravity, unknown: .unknown)
    altitudeDatum = Self.together(altitudeDatum, other.altitudeDatum, unknown: .unknown)
    accuracyConfidence = Self.together(
      accuracyConfidence,
      other.accuracyConfidence,
      unknown: .unknown
    )
    losses += other.losses
    let known = Set(openChannels.map(\.topic))  // Looked up, never iterated.
    openChannels += other.openChannels.filter { !known.contains($0.topic) }
    openChannels.sort { $0.topic < $1.topic }
    hasDialogs = hasDialogs || other.hasDialogs
    if seed != other.seed { seed = nil }
    return nil
  }

  private static func together<Value: Equatable>(
    _ own: Value,
    _ other: Value,
    unknown: Value
  ) -> Value {
    if own == unknown { return other }
    return other == unknown || own == other ? own : unknown
  }
}
