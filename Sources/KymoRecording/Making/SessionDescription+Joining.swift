extension SessionDescription {
  /// Adds what another session says about itself, whose events go into the same recording.
  ///
  /// Origins and devices are joined. Of what both say differently, and readers need to interpret numbers, nothing is
  /// known then; a session without such events says nothing about them. The clock stays.
  ///
  /// - Parameters:
  ///   - other: the description of the other.
  ///   - topics: the channels of this one that have events.
  ///   - otherTopics: those of the other.
  /// - Returns: nil if that is possible; else why it is not, to follow the names of both.
  package mutating func join(
    _ other: SessionDescription,
    topics: [String],
    _ otherTopics: [String]
  ) -> String? {
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
    func together<Value: Equatable>(
      _ own: Value,
      _ others: Value,
      _ unknown: Value,
      _ topic: String
    )
      -> Value
    {
      if !otherTopics.contains(topic) { return own }
      return !topics.contains(topic) || own == others ? others : unknown
    }
    let location = InputChannel.location.topic
    gravity = together(gravity, other.gravity, .unknown, InputChannel.accelerometer.topic)
    altitudeDatum = together(altitudeDatum, other.altitudeDatum, .unknown, location)
    accuracyConfidence = together(
      accuracyConfidence,
      other.accuracyConfidence,
      .unknown,
      location
    )
    losses += other.losses
    let known = Set(openChannels.map(\.topic))  // Looked up, never iterated.
    openChannels += other.openChannels.filter { !known.contains($0.topic) }
    openChannels.sort { $0.topic < $1.topic }
    hasDialogs = hasDialogs || other.hasDialogs
    if seed != other.seed { seed = nil }
    return nil
  }
}
