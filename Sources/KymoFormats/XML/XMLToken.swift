/// A piece of a document.
struct XMLToken {
  /// The kind of a piece.
  enum Kind: UInt8 {
    /// An element begins; of one that is not looked for, the bytes are its name.
    case begin
    /// An attribute of the element that has begun; the bytes are its value.
    case attribute
    /// A piece of a long text.
    case text
    /// An element ends; the bytes are its text, if that is wanted.
    case end
  }

  /// The kind.
  var kind: Kind
  /// The place of the name among the words that are looked for; 255 if it is not one of them.
  var word: UInt8
  /// The 1-based line, of elements of which it is told; else 0.
  var line: Int32
  /// The first of its bytes.
  var start: Int32
  /// The end of its bytes.
  var end: Int32

  /// The word of names that are not looked for.
  static let unknown: UInt8 = 255

  /// Its bytes in ``XMLBlock/bytes``.
  var range: Range<Int> { Int(start)..<Int(end) }
}
