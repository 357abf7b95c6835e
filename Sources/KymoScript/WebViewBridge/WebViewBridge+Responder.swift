extension WebViewBridge {
  /// Answers a message of the page, once, now or later.
  public final class Responder {
    private weak var bridge: WebViewBridge?
    private let page: Int
    /// The number that the page gave to the message; nil if it wants no answer.
    public let id: String?
    private var hasAnswered = false
    /// Told of the answer, before it is sent.
    var onAnswer: ((Payload) -> Void)?

    init(_ bridge: WebViewBridge, id: String?) {
      self.bridge = bridge
      page = bridge.pageNumber
      self.id = id
    }

    /// Answers; does nothing if the sender wants no answer.
    ///
    /// A second answer, and one for a page that is gone, is not sent: the observer of the bridge is told.
    public func callAsFunction(_ data: Payload = .absent) {
      guard let bridge, let id else { return }
      if hasAnswered {
        bridge.book.duplicateResponses += 1
        return bridge.tell(.duplicateResponse(.toPage, id: id))
      }
      hasAnswered = true
      onAnswer?(data)
      guard bridge.page != nil, bridge.pageNumber == page else {
        bridge.book.toPage.sent += 1
        bridge.book.toPage.lostByReload += 1
        return bridge.tell(.lateResponse(.toPage, id: id))
      }
      bridge.queue(Outgoing(text: MessageText.response(to: id, data: data), id: nil))
    }
  }
}
