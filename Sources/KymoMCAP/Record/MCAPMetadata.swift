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

  /// Reads a record that ends too early: its pairs are those that are whole.
  init(cut fields: inout MCAPFields) throws(MCAPError) {
    name = try fields.string()
    metadata = [:]
    do {
      _ = try fields.integer(UInt32.self)
      while fields.remaining > 0 {
        let key = try fields.string()
        metadata.entries.append(.init(key: key, value: try fields.string()))
      }
    } catch {
      // The pair at which the file ends.
    }
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.metadata)
    buffer.put(string: name)
    metadata.encode(into: &buffer)
    buffer.endRecord(mark)
  }
}
