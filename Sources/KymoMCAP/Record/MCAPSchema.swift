/// How the data of messages is laid out.
public struct MCAPSchema: Sendable, Equatable {
  /// The number by which channels refer to it; never 0.
  public var id: UInt16
  /// The name of the type, such as `geometry_msgs/msg/Vector3`.
  public var name: String
  /// The language of ``data``, such as `ros2msg`; empty if there is none.
  public var encoding: String
  /// The definition.
  public var data: [UInt8]

  /// Puts a record together from its fields.
  public init(
    id: UInt16,
    name: String,
    encoding: String,
    data: [UInt8]
  ) {
    self.id = id
    self.name = name
    self.encoding = encoding
    self.data = data
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    id = try fields.integer()
    name = try fields.string()
    encoding = try fields.string()
    data = try fields.shortBytes()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.schema)
    buffer.put(id)
    buffer.put(string: name)
    buffer.put(string: encoding)
    buffer.put(UInt32(data.count))
    buffer.put(bytes: data)
    buffer.endRecord(mark)
  }
}
