import KymoBridge

/// A message of a page.
struct PageCall {
  var name: String?
  var data = WebViewBridge.Payload.absent
  var callbackID: String?
  var responseID: String?
  var responseData = WebViewBridge.Payload.absent
  /// The whole of it, if somebody wants it.
  var text = ""
}

/// Reads the text that a page gives for its queue.
final class QueueReader {
  /// The content of a place of the queue.
  enum Element {
    case message(PageCall)
    case malformed(String)
  }

  private var document: JSONDocument
  private let maximumBytes: Int
  /// Whether somebody wants the whole text of each message.
  var keepsTexts = true

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
    // A queue and its messages are two containers around the data.
    document = JSONDocument(limits: BridgeLimits(messageBytes: maximumBytes, depth: 514))
  }

  /// The messages, in order.
  ///
  /// A text that is no JSON as a whole is looked at line by line, as our half of the page writes it: one message that
  /// cannot be read does not take the others along.
  func read(_ text: String) throws(Malformed) -> [Element] {
    guard !text.utf8.isEmpty else { throw Malformed(.empty) }
    guard text.utf8.count <= maximumBytes else { throw Malformed(.tooLong(text.utf8.count)) }
    do throws(JSONError) {
      try parse(text)
    } catch {
      if error.kind == .empty { throw Malformed(.empty) }
      guard let elements = lines(text) else { throw Malformed(.notJSON("\(error)")) }
      return elements
    }
    let root = document.root
    guard document.kind(of: root) == .array else {
      throw Malformed(.notArray(Self.name(of: document.kind(of: root))))
    }
    var elements: [Element] = []
    var cursor = document.cursor(over: root)
    while let value = cursor.next(in: document) { elements.append(element(value)) }
    return elements
  }

  /// Why there are no messages.
  struct Malformed: Error {
    var reason: WebViewBridge.MalformedQueue
    init(_ reason: WebViewBridge.MalformedQueue) { self.reason = reason }
  }

  private func parse(_ text: String) throws(JSONError) {
    do throws(JSONError) {
      try document.parse(text)
    } catch {
      guard error.kind == .numberOutOfRange else { throw error }
      try document.parse(WholeNumbers.widened(text))
    }
  }

  /// The messages of a text whose lines are messages; nil if it is none.
  private func lines(_ text: String) -> [Element]? {
    guard text.hasPrefix("[{"), text.hasSuffix("}]") else { return nil }
    let lines = text.dropFirst().dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      let message = line.hasSuffix(",") ? line.dropLast() : line
      do throws(JSONError) {
        try parse(String(message))
        return element(document.root)
      } catch { return .malformed("\(error)") }
    }
  }

  private func element(_ value: JSONValue) -> Element {
    guard document.kind(of: value) == .object else {
      return .malformed("it is not an object: \(Self.name(of: document.kind(of: value)))")
    }
    var message = PageCall()
    if keepsTexts { message.text = document.withRawText(of: value) { String(copying: $0) } }
    var cursor = document.cursor(over: value)
    while let member = cursor.nextMember(in: document) {
      if document.isText(of: member.name, equalTo: "handlerName") {
        guard let name = name(member.value) else { return .malformed("handlerName is no text") }
        message.name = name
      } else if document.isText(of: member.name, equalTo: "data") {
        message.data = payload(member.value)
      } else if document.isText(of: member.name, equalTo: "callbackId") {
        guard let id = name(member.value) else { return .malformed("callbackId is no text") }
        message.callbackID = id
      } else if document.isText(of: member.name, equalTo: "responseId") {
        guard let id = name(member.value) else { return .malformed("responseId is no text") }
        message.responseID = id
      } else if document.isText(of: member.name, equalTo: "responseData") {
        message.responseData = payload(member.value)
      }
    }
    return .message(message)
  }

  /// A text or nothing; nil if it is neither.
  private func name(_ value: JSONValue) -> String?? {
    if document.kind(of: value) == .null { return .some(nil) }
    return document.string(of: value).map { .some($0) }
  }

  private func payload(_ value: JSONValue) -> WebViewBridge.Payload {
    WebViewBridge.Payload(trusted: document.withRawText(of: value) { String(copying: $0) })
  }

  private static func name(of kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .unsigned, .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
