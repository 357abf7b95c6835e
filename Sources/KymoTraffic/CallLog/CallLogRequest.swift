import KymoRecording

/// A call that a page has logged.
struct CallLogRequest: Equatable {
  /// Its line, from 1.
  var line: Int
  var time: CallLogTime
  /// The text of the call, `call?cmd=…&msg=…`.
  var text: [UInt8]
  /// How it came.
  var transport: BridgeTransport
}
