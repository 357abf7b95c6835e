import KymoBridge
package import KymoMCAP

extension MCAPSchema {
  /// The members that every message must have, by a JSON schema's own word; none of any other schema.
  ///
  /// The corresponding keyword of JSON Schema is `required`, of the object that a message is.
  package var requiredMembers: [String] {
    guard encoding == "jsonschema", !data.isEmpty, data.count <= 1 << 20 else { return [] }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: data.count))
    do { try document.parse(String(decoding: data, as: UTF8.self)) } catch { return [] }
    guard let list = document.member("required", of: document.root) else { return [] }
    var names: [String] = []
    var cursor = document.cursor(over: list)
    while let name = cursor.next(in: document) {
      if let name = document.string(of: name) { names.append(name) }
    }
    return names
  }
}
