import KymoText

/// What a page in Chromium asks for, held back until somebody answers.
struct ChromiumRequest {
  /// The name by which it is answered.
  let id: String
  /// The name by which it is known to be under way; empty for a document.
  let network: String
  let url: String
  let method: String
  /// The kind, as the protocol has it.
  let kind: String
  /// The header, as a JSON object.
  let fields: String
  let body: String

  init(_ values: JSONText) {
    let request = values["request"]
    id = values["requestId"].asText ?? ""
    network = values["networkId"].asText ?? ""
    url = (request["url"].asText ?? "") + (request["urlFragment"].asText ?? "")
    method = request["method"].asText ?? "GET"
    kind = values["resourceType"].asText ?? ""
    fields = request["headers"].line
    body = request["postData"].asText ?? ""
  }

  /// Where the page half posts calls whose script waits for the result, in the page's own origin.
  static let pathOfCallsNow = "/.kymograph/now"

  /// Whether an address is that of calls whose script waits.
  static func isCallNow(_ url: String) -> Bool { url.hasSuffix(pathOfCallsNow) }

  var isCallNow: Bool { kind == "XHR" && Self.isCallNow(url) }

  var isDocument: Bool { kind == "Document" }

  /// Whether a script asks, not a document for one of its parts.
  var isOfScript: Bool { kind == "XHR" || kind == "Fetch" }
}
