/// Why an archive cannot be read on, in the words of the library that reads it.
struct ArchiveError: Error, Equatable {
  /// What is wrong; may be empty.
  var reason: String
}
