public import KymoText

extension BrowserModel {
  /// What is shown, and what the last event asked for, as the browser replies it.
  public var json: JSONText {
    var members = [
      JSONMember("state", .string(state.rawValue)),
      JSONMember("go", true),
      JSONMember("shorten", .bool(canShorten)),
      JSONMember("copy", .bool(canCopy)),
      JSONMember("label", JSONText(label)),
      JSONMember("field", .string(field)),
      JSONMember(
        "alert",
        alert.map {
          ["title": .string($0.title), "message": .string($0.message), "button": .string($0.button)]
        } ?? .null
      ),
      JSONMember("clipboard", JSONText(clipboard)),
    ]
    if !orders.isEmpty { members.append(JSONMember("orders", .array(orders.map(\.json)))) }
    return .object(members)
  }
}
