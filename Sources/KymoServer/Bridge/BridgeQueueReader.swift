public import KymoBridge
import KymoMCAP

/// Reads what a page has queued: a JSON array of messages and calls, in any mixture.
///
/// An element is a message of WebViewJavascriptBridge (`handlerName`, `data`, `callbackId`), or a call of QuickConnect
/// as a text (`"call?cmd=…"`) or as an object (`cmd`, `parameters`). Each becomes the text of a call.
public struct BridgeQueueReader: ~Copyable {
  /// The kind of an element, beside its text.
  public struct Item: Sendable, Equatable {
    /// Its place in the array, from 0.
    public var index: Int
    /// The `callbackId` as it was written; nil for a call, or a message that wants no answer.
    public var callback: [UInt8]?
    /// Whether it is a message.
    public var isMessage: Bool
    /// Why it is neither; its text is then empty.
    public var refusal: String?
  }

  private var document: JSONDocument
  private var encoder: CallEncoder

  /// Sets the memory aside.
  ///
  /// - Parameters:
  ///   - bytes: how long a body may be, at least 1.
  ///   - mode: whose rules calls are written by.
  public init(maximumBytes bytes: Int, mode: CallMode) {
    document = JSONDocument(limits: BridgeLimits(messageBytes: max(1, bytes), depth: 128))
    encoder = CallEncoder(base: "", mode: mode)
  }

  /// Parses a body.
  ///
  /// - Returns: how many elements it has.
  /// - Throws: ``BridgeQueueError``.
  public mutating func parse(_ body: RawSpan) throws(BridgeQueueError) -> Int {
    do { try document.parse(body) } catch {
      throw BridgeQueueError("the body is not JSON: \(error)")
    }
    guard document.kind(of: document.root) == .array else {
      throw BridgeQueueError("the body is a JSON array of messages or calls")
    }
    return document.count(of: document.root)
  }

  /// Gives the elements in order, each with the text of its call.
  ///
  /// - Precondition: a body was parsed.
  public mutating func forEach(_ body: (Item, RawSpan) -> Void) {
    var cursor = document.cursor(over: document.root)
    var index = 0
    while let element = cursor.next(in: document) {
      read(element, at: index, body)
      index += 1
    }
  }

  private mutating func read(_ element: JSONValue, at index: Int, _ body: (Item, RawSpan) -> Void) {
    var item = Item(index: index, callback: nil, isMessage: false, refusal: nil)
    switch document.kind(of: element) {
    case .string: _ = document.withText(of: element) { body(item, $0) }
    case .object:
      let handler = document.member("handlerName", of: element)
      let name = handler ?? document.member("cmd", of: element)
      item.isMessage = handler != nil
      if document.member("responseId", of: element) != nil {
        item.refusal = "it is a response, and this side waits for none"
      } else if let name, document.kind(of: name) == .string {
        let data = document.member(item.isMessage ? "data" : "parameters", of: element)
        if item.isMessage {
          item.callback = document.member("callbackId", of: element).map { raw($0) }
        }
        if encode(name, data) { return encoder.withURL { body(item, $0) } }
        item.refusal = "its name or its data is too long"
      } else {
        item.refusal = "it has neither a handlerName nor a cmd"
      }
      body(item, RawSpan())
    default:
      item.refusal = "it is neither a text nor an object"
      body(item, RawSpan())
    }
  }

  private func raw(_ value: JSONValue) -> [UInt8] {
    document.withRawText(of: value) { $0.byteArray }
  }

  /// Makes a call of a name and JSON, or of the name alone.
  private mutating func encode(_ name: JSONValue, _ data: JSONValue?) -> Bool {
    do throws(CallError) {
      guard let data else {
        try encoder.encode(command: document.string(of: name) ?? "", message: nil)
        return true
      }
      try encoder.encode(
        command: document.string(of: name) ?? "",
        message: String(decoding: raw(data), as: UTF8.self)
      )
      return true
    } catch { return false }
  }
}

/// The problem with a body of messages and calls.
public struct BridgeQueueError: Error, CustomStringConvertible {
  /// One line.
  public let description: String

  init(_ description: String) { self.description = description }
}
