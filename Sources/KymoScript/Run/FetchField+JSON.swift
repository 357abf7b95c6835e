import KymoBridge

extension FetchField {
  /// The fields of a JSON object of texts, in their order; none if it is no such object.
  static func list(json: String) -> [FetchField] {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(json.utf8.count, 1)))
    guard (try? document.parse(json)) != nil else { return [] }
    guard document.kind(of: document.root) == .object else { return [] }
    var fields: [FetchField] = []
    var cursor = document.cursor(over: document.root)
    while let (name, value) = cursor.nextMember(in: document) {
      guard let name = document.string(of: name), let text = document.string(of: value) else {
        continue
      }
      fields.append(FetchField(name, text))
    }
    return fields
  }
}
