import KymoBridge

/// The parameters of a call for the device: an array by place (Cordova), or an object by name (Capacitor).
struct DeviceParameters {
  private let payload: WebViewBridge.Payload

  init(_ json: String?) { payload = json.flatMap { WebViewBridge.Payload(json: $0) } ?? .absent }

  /// The number at a place, or of a name; nil if there is none.
  func number(_ index: Int, _ name: String) -> Double? {
    payload.read { document, root in
      Self.value(document, root, index, name).flatMap { document.number(of: $0) }
    } ?? nil
  }

  /// The truth at a place, or of a name; false if there is none.
  func bool(_ index: Int, _ name: String) -> Bool {
    payload.read { document, root in
      Self.value(document, root, index, name).flatMap { document.bool(of: $0) }
    }.flatMap { $0 } ?? false
  }

  /// The text at a place, or of a name; a number as it is written; nil if there is none.
  func text(_ index: Int, _ name: String) -> String? {
    payload.read { document, root in
      guard let value = Self.value(document, root, index, name) else { return nil }
      if let text = document.string(of: value) { return text }
      guard document.number(of: value) != nil else { return nil }
      return document.withRawText(of: value) { String(copying: $0) }
    } ?? nil
  }

  private static func value(
    _ document: borrowing JSONDocument,
    _ root: JSONValue,
    _ index: Int,
    _ name: String
  ) -> JSONValue? {
    switch document.kind(of: root) {
    case .array: document.element(index, of: root)
    case .object: document.member(name, of: root)
    default: nil
    }
  }
}
