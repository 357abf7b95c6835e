import KymoBridge
import KymoHTTP

extension [HTTPField] {
  /// The fields of a JSON object of texts, in their order; none if it is no such object.
  static func list(json: String) -> [HTTPField] {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: Swift.max(json.utf8.count, 1)))
    guard (try? document.parse(json)) != nil else { return [] }
    guard document.kind(of: document.root) == .object else { return [] }
    var fields: [HTTPField] = []
    var cursor = document.cursor(over: document.root)
    while let (name, value) = cursor.nextMember(in: document) {
      guard let name = document.string(of: name), let text = document.string(of: value) else {
        continue
      }
      fields.append(HTTPField(name, text))
    }
    return fields
  }
}
