/// A command, interned: the index of its row in the command table.
///
/// Names become ids once, at the edge; behind it nothing looks at a string. Ids are dense and
/// start at 1, in the order in which the commands were mapped.
@frozen public struct CommandID: RawRepresentable, BitwiseCopyable, Hashable, Sendable {
  /// The row in the command table; 0 is ``unknown``.
  public var rawValue: UInt16

  /// Wraps a row number.
  ///
  /// Any value is accepted; the dispatcher checks it against the table.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The id of every name that no table knows; dispatching it is a counted outcome.
  @inlinable public static var unknown: CommandID { CommandID(rawValue: 0) }
}
