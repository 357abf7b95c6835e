import KymoPoll

extension Poller {
  /// Opens a poller for a client.
  ///
  /// - Parameter capacity: how many events are taken at a time.
  /// - Throws: that the system has none to give.
  convenience init(events capacity: Int) throws(ClientError) {
    do throws(PollError) { try self.init(capacity: capacity) } catch {
      throw ClientError(code: error.code)
    }
  }

  /// Watches a socket until it is closed.
  func add(_ socket: borrowing ClientSocket, token: UInt64) throws(ClientError) {
    do throws(PollError) { try add(socket.descriptor, token: token) } catch {
      throw ClientError(code: error.code)
    }
  }
}
