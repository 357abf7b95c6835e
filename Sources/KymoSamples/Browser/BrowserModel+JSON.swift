public import KymoText

extension BrowserModel {
  /// The state that is shown, and the orders of the last event, as the browser replies them.
  public var json: JSONText {
    var members = [
      JSONMember("state", .string(state.rawValue)),
      JSONMember("go", true),
      JSONMember("shorten", .bool(canShorten)),
      JSONMember("copy", .bool(canCopy)),
      JSONMember("label", JSONText(label)),
      JSONMember("field", .string(field)),
      JSONMember("alert", alert?.json ?? .null),
      JSONMember("clipboard", JSONText(clipboard)),
    ]
    if !orders.isEmpty { members.append(JSONMember("orders", .array(orders.map(\.json)))) }
    return .object(members)
  }
}

extension BrowserModel.Alert {
  /// The alert as a part of the state that is replied.
  fileprivate var json: JSONText {
    ["title": .string(title), "message": .string(message), "button": .string(button)]
  }
}
