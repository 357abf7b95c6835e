/// A place in a script.
struct ScriptPlace: Equatable {
  /// The file.
  var source: String
  /// The line, from 1.
  var line: Int
  /// The column, from 1; 0 if it is not known.
  var column: Int
}
