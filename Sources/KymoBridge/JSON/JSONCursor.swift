/// Goes through the elements of an array or the members of an object, in order.
///
///     var cursor = document.cursor(over: list)
///     while let element = cursor.next(in: document) { … }
@frozen public struct JSONCursor: BitwiseCopyable, Sendable {
  @usableFromInline var position: UInt32
  @usableFromInline let end: UInt32
  @usableFromInline let generation: UInt32

  @usableFromInline init(position: UInt32, end: UInt32, generation: UInt32) {
    self.position = position
    self.end = end
    self.generation = generation
  }

  /// The next element, or nil at the end; of an object the names and the values come in turns.
  ///
  /// - Complexity: O(1).
  public mutating func next(in document: borrowing JSONDocument) -> JSONValue? {
    guard position < end else { return nil }
    let value = JSONValue(position: position, generation: generation)
    position = document.position(after: value)
    return value
  }

  /// The next member of an object, or nil at the end.
  ///
  /// - Complexity: O(1).
  public mutating func nextMember(
    in document: borrowing JSONDocument
  ) -> (name: JSONValue, value: JSONValue)? {
    guard let name = next(in: document), let value = next(in: document) else { return nil }
    return (name, value)
  }
}
