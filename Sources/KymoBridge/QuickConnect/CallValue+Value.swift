import KymoCore

extension CallValue {
  /// Copies a value, whose text is `text` if it has one.
  init(_ value: Value, text: String = "") {
    switch value {
    case .none: self = .none
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .vector(let x, let y, let z): self = .vector(x, y, z)
    case .text: self = .text(text)
    case .json: self = .json(text)
    case .request(let source, let sequence): self = .request(source, sequence)
    case .controller: self = .controller
    }
  }
}

extension Value {
  /// Where the text lies, if the value has one.
  var textReference: TextReference? {
    switch self {
    case .text(let reference), .json(let reference): reference
    default: nil
    }
  }
}
