/// The inputs of a session that is made rather than recorded.
public struct SessionInputs: Sendable {
  /// The session's description of itself.
  public var description: SessionDescription
  /// The inputs in the order of dispatch; their commands are not set.
  public var list: [SessionInput]

  /// Puts a session together.
  public init(description: SessionDescription, list: [SessionInput]) {
    self.description = description
    self.list = list
  }
}
