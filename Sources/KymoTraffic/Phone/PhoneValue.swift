/// A value that crossed a bridge, as far as JSON can say it.
indirect enum PhoneValue: Equatable {
  /// Nothing, `null` or `undefined`: bridges do not tell them apart.
  case nothing
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([PhoneValue])
  /// Members in the order in which they came; of several of one name the last is there.
  case members([Member])
  /// A text that is JSON of a list or of members.
  case inner(PhoneValue)

  /// A member of an object.
  struct Member: Equatable {
    var name: String
    var value: PhoneValue
  }

  /// What the recorder puts in the place of what it hides.
  static var hidden: String { "[redacted]" }
  /// What the recorder puts in the place of what JSON cannot say.
  static var unsayable: String { "[not JSON]" }

  /// Whether the recorder has hidden it, or a part of its text.
  var isHidden: Bool {
    if case .text(let text) = self { text.contains(Self.hidden) } else { false }
  }

  /// Whether something in it is hidden.
  var hasHidden: Bool {
    switch self {
    case .nothing, .bool, .number: false
    case .text: isHidden
    case .list(let values): values.contains { $0.hasHidden }
    case .members(let members): members.contains { $0.value.hasHidden }
    case .inner(let value): value.hasHidden
    }
  }

  /// The value of a member; nil if there is none.
  func member(_ name: String) -> PhoneValue? {
    guard case .members(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}
