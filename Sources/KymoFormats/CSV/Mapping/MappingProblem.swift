/// Why a file is not read by the user's statement of its columns.
struct MappingProblem: Error, Equatable {
  /// One phrase.
  var what: String
  /// What the user can do.
  var remedy: String
}
