/// The user's decisions about the columns of one file.
public struct FileColumns: Sendable, Equatable {
  /// The name of the file, or the end of its path, such as `Location.csv` or `walk/Location.csv`.
  public var file: String
  /// What the columns are; empty if that is not said.
  public var columns: [ColumnMapping] = []
  /// The column that is the time; nil if that is not said.
  public var timeColumn: String?

  /// Takes a decision about a file.
  public init(file: String, columns: [ColumnMapping] = [], timeColumn: String? = nil) {
    self.file = file
    self.columns = columns
    self.timeColumn = timeColumn
  }

  /// Whether a file is the one.
  ///
  /// - Parameter name: the whole name of a file.
  /// - Returns: true if it ends with the components that are given.
  public func isOf(_ name: String) -> Bool { name == file || name.hasSuffix("/\(file)") }

  /// The file and the rest of `FILE:REST`, where FILE has a point or a slash, or is `-`.
  ///
  /// - Parameter text: as the user gave it.
  /// - Returns: nil if no file is named.
  public static func parts(_ text: String) -> (file: String, rest: String)? {
    guard let colon = text.firstIndex(of: ":"), !text.hasPrefix("\"") else { return nil }
    let file = text[..<colon]
    let rest = text[text.index(after: colon)...]
    guard file == "-" || file.contains(where: { $0 == "." || $0 == "/" }), !rest.isEmpty,
      !file.contains("=")
    else { return nil }
    return (String(file), String(rest))
  }
}
