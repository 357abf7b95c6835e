/// The fate of a fix that was delivered.
public enum LocationDelivery: Sendable {
  /// It was not used.
  case ignored(LocationRefusal)
  /// It answers the request, and the location manager has stopped.
  case accepted(LocationAnswer)
}
