/// A script that runs before a page's own.
public struct WebPrelude: Sendable, Equatable {
  /// What errors call it.
  public var name: String
  /// The script.
  public var text: String

  /// A script.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
