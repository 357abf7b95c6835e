@testable import KymoMCAP

extension MCAPMessage {
  /// A copy of a message with the data that its reader lends.
  init(_ view: MCAPMessageView, _ data: RawSpan) {
    self.init(
      channelID: view.channelID,
      sequence: view.sequence,
      logTime: view.logTime,
      publishTime: view.publishTime,
      data: data.byteOffsets.map { data.load(at: $0, as: UInt8.self) }
    )
  }
}
