import KymoBench

extension LimitsFile {
  /// Reads a file of limits.
  ///
  /// - Parameters:
  ///   - json: the content of the file.
  ///   - name: its name, as the user gave it.
  /// - Throws: what is wrong with it, and on which line.
  /// - Complexity: O(bytes).
  public init(json: String, name: String) throws(LimitsFileError) {
    var reader = try LimitsReader(json: json, file: name)
    self = try reader.read()
  }
}
