/// A module as a bundler gets it.
public struct ModuleFile: Sendable, Hashable {
  /// Its name, without a folder; modules import each other by these.
  public var name: String
  /// Its text.
  public var text: String

  /// A module.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
