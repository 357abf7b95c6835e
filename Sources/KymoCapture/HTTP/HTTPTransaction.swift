/// An exchange while it goes on.
final class HTTPTransaction {
  /// Its number on the connection, from 1.
  let number: Int
  var request = HTTPRequest("", "")
  var reply: HTTPReply?
  var isRequestOver = false
  var isReplyOver = false

  init(_ number: Int, at time: Int64) {
    self.number = number
    request.first = time
    request.last = time
  }
}
