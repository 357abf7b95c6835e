/// Why an archive cannot be read on, in the words of the library that reads it.
struct ArchiveError: Error, Equatable {
  /// The fault; may be empty.
  var reason: String
}
