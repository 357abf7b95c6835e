extension StageSlice {
  /// The stage of events that wait for the dispatcher: several do at once.
  public static let ringWait = "ring wait"
  /// The stage at the end of which a reply is there.
  public static let reply = "reply"

  /// Whether the event waited meanwhile, beside others.
  var isRingWait: Bool { stage == Self.ringWait && handler == nil }

  /// The text that a viewer shows: the handler, or the stage and the command that it was for.
  var label: String { handler ?? "\(stage) \(command)" }
}
