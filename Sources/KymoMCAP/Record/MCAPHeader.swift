/// The first record of a file.
public struct MCAPHeader: Sendable, Equatable {
  /// The convention that the file follows, or empty.
  public var profile: String
  /// The program that wrote it, or empty.
  public var library: String

  /// Puts a record together from its fields.
  public init(
    profile: String = "",
    library: String = ""
  ) {
    self.profile = profile
    self.library = library
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    profile = try fields.string()
    library = try fields.string()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.header)
    buffer.put(string: profile)
    buffer.put(string: library)
    buffer.endRecord(mark)
  }
}
