/// The two pipes to a browser: bytes one way and the other.
public protocol DevToolsChannel: AnyObject {
  /// Sends bytes; what comes meanwhile is kept.
  ///
  /// - Throws: that the browser is gone.
  func send(_ bytes: [UInt8]) throws(DevToolsError)

  /// The bytes that have come; waits for some if there are none.
  ///
  /// - Parameter milliseconds: how long it waits at most.
  /// - Returns: none if nothing came.
  /// - Throws: that the browser is gone.
  func receive(forMilliseconds milliseconds: Int) throws(DevToolsError) -> [UInt8]
}
