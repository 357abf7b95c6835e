/// A named map of strings.
public struct MCAPMetadata: Sendable, Equatable {
  /// The name.
  public var name: String
  /// The pairs.
  public var metadata: MCAPStringMap

  /// Puts a record together from its fields.
  public init(
    name: String,
    metadata: MCAPStringMap
  ) {
    self.name = name
    self.metadata = metadata
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    name = try fields.string()
    metadata = try MCAPStringMap(&fields)
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.metadata)
    buffer.put(string: name)
    metadata.encode(into: &buffer)
    buffer.endRecord(mark)
  }
}
