/// A fact about a run, by name.
public struct ProfileNote: Sendable, Equatable {
  /// Its name, such as `app`.
  public var name: String
  /// The text of the note.
  public var value: String

  /// A fact.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
