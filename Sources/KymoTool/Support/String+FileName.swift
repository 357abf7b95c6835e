extension String {
  /// The name of a file without its folder, of the path that this is.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
