extension JSONWriter {
  /// Writes a value of a document, and everything in it, with the names of objects sorted where asked.
  ///
  /// - Complexity: O(values), without recursion.
  public mutating func write(
    _ value: JSONValue,
    of document: borrowing JSONDocument,
    sortedNames: Bool = false
  ) {
    document.check(value)
    if document.state == .text {
      document.withSource { write(utf8: $0) }
      return
    }
    let word = document.word(value.position)
    if JSONDocument.type(of: word) == UInt8(ascii: "\"") {
      document.withText(word) { write(utf8: $0) }
    } else {
      write(upTo: document.position(after: value), from: value, of: document, sortedNames)
    }
  }

  private mutating func write(
    upTo end: UInt32,
    from value: JSONValue,
    of document: borrowing JSONDocument,
    _ sortedNames: Bool
  ) {
    let base = containers.count
    var position = value.position
    while position < end, failure == nil {
      let word = document.word(position)
      switch JSONDocument.type(of: word) {
      case UInt8(ascii: "\""):
        document.withText(word) { text in
          if containers.count > base, awaitsName { name(utf8: text) } else { write(utf8: text) }
        }
      case UInt8(ascii: "["): beginArray()
      case UInt8(ascii: "]"): endArray()
      case UInt8(ascii: "{"): beginObject(sortedNames: sortedNames)
      case UInt8(ascii: "}"): endObject()
      case UInt8(ascii: "l"):
        position += 1
        write(Int64(bitPattern: document.word(position)))
      case UInt8(ascii: "u"):
        position += 1
        write(document.word(position))
      case UInt8(ascii: "d"):
        position += 1
        write(Double(bitPattern: document.word(position)))
      case UInt8(ascii: "t"): write(true)
      case UInt8(ascii: "f"): write(false)
      default: writeNull()
      }
      position += 1
    }
  }

  /// Whether the next thing in the open container must be a name.
  private var awaitsName: Bool { !awaitsValue && containers.top?.isObject == true }
}
