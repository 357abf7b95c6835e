/// A function at work at an address, as the compiler has described it: the one whose code lies there, or one that was
/// inlined into it.
struct SourceScope: Equatable {
  /// Its symbol, or its name if it has none; empty if it has neither.
  var symbol: String
  /// The source file that it stands in; empty if unknown.
  var file: String
  /// The line on which it begins; 0 if unknown.
  var firstLine: Int
  /// The line of that file that is at work, or that calls what is inlined next; 0 if unknown.
  var line: Int

  /// - Parameters:
  ///   - symbol: its symbol.
  ///   - declared: where it begins.
  ///   - place: where it is at work; a line of another file than it begins in is left out.
  init(
    symbol: String,
    declared: (file: String, line: Int),
    place: (file: String, line: Int)
  ) {
    self.symbol = symbol
    // What the compiler made itself stands nowhere, but may be at work somewhere.
    let isDeclared = declared.line > 0 && !declared.file.isEmpty
    file = isDeclared ? declared.file : place.line > 0 ? place.file : ""
    firstLine = isDeclared ? declared.line : 0
    line = place.file == file && !file.isEmpty ? place.line : 0
  }
}
