/// The names of a table's commands, for whoever makes events on other threads.
public struct CommandNames: Sendable {
  let index: UnsafeNameIndex

  init(index: UnsafeNameIndex) { self.index = index }

  /// Names of commands of which the first has id 1.
  ///
  /// - Precondition: they are distinct, not empty, and at most ``CommandTable/maximumCommands``.
  public init(_ names: [String]) { index = UnsafeNameIndex(names, seed: 0) }
}
