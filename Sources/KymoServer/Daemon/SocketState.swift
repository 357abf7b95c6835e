/// What is known of a connection over all its requests.
final class SocketState {
  /// Its number, from 1.
  let number: UInt64
  let descriptor: Int32
  /// When the request that is being received began, in ns on the monotonic clock; nil while none is.
  var began: Int64?
  /// Whether there are too many connections for it.
  let isSurplus: Bool

  init(number: UInt64, descriptor: Int32, began: Int64, isSurplus: Bool) {
    self.number = number
    self.descriptor = descriptor
    self.began = began
    self.isSurplus = isSurplus
  }
}
