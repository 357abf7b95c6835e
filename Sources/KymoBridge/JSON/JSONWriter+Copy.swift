extension JSONWriter {
  /// Writes a value of a document, and everything in it, with the names of objects sorted where asked.
  ///
  /// - Complexity: O(values), without recursion.
  public mutating func write(
    _ value: JSONValue,
    of document: borrowing JSONDocument,
    sortedNames: Bool = false
  ) {
    let base = containers.count
    let end = document.position(after: value)
    var position = value.position
    while position < end, failure == nil {
      let place = JSONValue(position: position, generation: value.generation)
      position += 1
      if containers.count > base, document.isEnd(place) {
        if containers.top?.isObject == true { endObject() } else { endArray() }
        continue
      }
      let isName = containers.count > base && !awaitsValue && containers.top?.isObject == true
      switch document.kind(of: place) {
      case .null: writeNull()
      case .bool: write(document.bool(of: place) ?? false)
      case .integer:
        write(document.integer(of: place) ?? 0)
        position += 1
      case .unsigned:
        write(document.unsigned(of: place) ?? 0)
        position += 1
      case .double:
        write(document.number(of: place) ?? 0)
        position += 1
      case .string: writeText(of: place, of: document, isName: isName)
      case .array: beginArray()
      case .object: beginObject(sortedNames: sortedNames)
      }
    }
  }

  private mutating func writeText(
    of value: JSONValue,
    of document: borrowing JSONDocument,
    isName: Bool
  ) {
    _ = document.withText(of: value) { text in
      if isName { name(utf8: text) } else { write(utf8: text) }
    }
  }
}
