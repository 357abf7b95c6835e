/// Why a document cannot be read on.
struct XMLProblem: Error, Equatable {
  /// The kind of a problem.
  enum Kind: Equatable {
    /// The document ends within an element.
    case cutOff
    /// A byte that cannot be in its encoding, or at this place.
    case invalidByte
    /// The document declares entities, which could stand for texts without end.
    case entities
    /// Elements within elements, more than are read.
    case tooDeep
    /// A tag or a comment is longer than is read.
    case tooLong
    /// It is in an encoding that is not known.
    case encoding
    /// Anything else that is not XML.
    case malformed
  }

  /// The kind.
  var kind: Kind
  /// The 1-based line.
  var line: Int
  /// What is wrong, in some words.
  var reason: String
}
