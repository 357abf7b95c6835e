/// A message that crosses the bridge.
public struct PageMessage: Sendable, Equatable {
  /// Its number among all messages, in the order in which they were given to the bridge, from 0.
  public var number: UInt64
  /// Which way it goes.
  public var direction: PageLedger.Direction
  /// When it was given to the bridge, in logical ns.
  public var time: Int64
  /// Its text: a call as a URL, or the script of a reply.
  public var text: [UInt8]
  /// Whether it is for the page half of a dialect, which takes it as it is.
  var isOfDialect = false
  /// Of a reply to a call of the page: the number of that call among the page's.
  var answered: UInt32?

  /// A message.
  public init(number: UInt64, direction: PageLedger.Direction, time: Int64, text: [UInt8]) {
    self.number = number
    self.direction = direction
    self.time = time
    self.text = text
  }
}
