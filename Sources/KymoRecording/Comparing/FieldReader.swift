import KymoBridge
package import KymoMCAP

/// Reads the fields of messages of one schema, for who compares two of them.
package struct FieldReader: ~Copyable {
  /// A field: its path, such as `header.stamp.sec` or `values[2]`, and its value.
  package struct Field {
    package let path: String
    package let value: MessageValue
  }

  private let layout: MessageLayout?
  private var document: JSONDocument?

  /// How many fields a message may have, and how deep they may lie; of another the data is compared as a whole.
  private static var mostFields: Int { 20_000 }
  private static var mostDepth: Int { 32 }

  /// Reads messages of a channel.
  package init(_ channel: MCAPChannel, _ schema: MCAPSchema?) {
    let isROS = channel.messageEncoding == "cdr" && schema?.encoding == "ros2msg"
    layout =
      isROS ? schema.flatMap { MessageLayout(definition: $0.data, name: $0.name) } : nil
    document =
      channel.messageEncoding == "json"
      ? JSONDocument(limits: BridgeLimits(messageBytes: 8 << 20, depth: Self.mostDepth)) : nil
  }

  /// The fields of a message; nil if it cannot be read.
  package mutating func fields(_ data: RawSpan) -> [Field]? {
    if let layout {
      if let data = layout.littleEndian(data) {
        return data.withRawSpan { Self.fields($0, layout) }
      }
      return Self.fields(data, layout)
    }
    var fields: [Field] = []
    guard var json = document.take() else { return nil }
    do { try json.parse(data) } catch {
      document = consume json
      return nil
    }
    let isRead = Self.read(json.root, "", json, &fields)
    document = consume json
    return isRead ? fields : nil
  }

  // MARK: CDR

  private static func fields(_ data: RawSpan, _ layout: MessageLayout) -> [Field]? {
    guard data.byteCount >= 4, data.load(at: 0, as: UInt16.self) == 0x100 else { return nil }
    var fields: [Field] = []
    var position = 4
    guard read(layout, 0, "", data, &position, &fields, Self.mostDepth) else { return nil }
    if position < data.byteCount {
      var rest: [UInt8] = []
      for place in position..<data.byteCount { rest.append(data.load(at: place)) }
      fields.append(Field(path: "rest", value: .bytes(rest)))
    }
    return fields
  }

  private static func read(
    _ layout: MessageLayout,
    _ message: Int,
    _ prefix: String,
    _ data: RawSpan,
    _ position: inout Int,
    _ fields: inout [Field],
    _ depth: Int
  ) -> Bool {
    guard depth > 0 else { return false }
    for field in layout.messages[message] {
      let path = prefix + field.name
      var count = 1
      switch field.count {
      case .one: break
      case .fixed(let number): count = number
      case .any:
        guard let number = integer(data, &position, 4), number <= UInt64(data.byteCount) else {
          return false
        }
        count = Int(number)
        fields.append(Field(path: path + ".count", value: .integer(Int64(count))))
      }
      for index in 0..<count {
        let own = field.count == .one ? path : "\(path)[\(index)]"
        guard fields.count < mostFields else { return false }
        if case .message(let inner) = field.kind {
          guard read(layout, inner, own + ".", data, &position, &fields, depth - 1) else {
            return false
          }
        } else {
          guard let value = value(field.kind, data, &position) else { return false }
          fields.append(Field(path: own, value: value))
        }
      }
    }
    return true
  }

  private static func value(
    _ kind: MessageLayout.Kind,
    _ data: RawSpan,
    _ position: inout Int
  ) -> MessageValue? {
    switch kind {
    case .integer(let bytes, let isSigned):
      guard let bits = integer(data, &position, bytes) else { return nil }
      let shift = UInt64(64 - 8 * bytes)
      if isSigned { return .integer(Int64(bitPattern: bits << shift) >> Int64(shift)) }
      return Int64(exactly: bits).map { .integer($0) } ?? .unsigned(bits)
    case .number(let bytes):
      guard let bits = integer(data, &position, bytes) else { return nil }
      if bytes == 8 { return .number(bits) }
      return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .bool: return integer(data, &position, 1).map { .bool($0 != 0) }
    case .text:
      guard let length = integer(data, &position, 4),
        length <= UInt64(data.byteCount - position)
      else { return nil }
      // With its zero byte; some write none for an empty text.
      guard length > 0 else { return .text("") }
      let end = position + Int(length)
      var bytes: [UInt8] = []
      bytes.append(copying: data.extracting(position..<end - 1))
      position = end
      return .text(String(decoding: bytes, as: UTF8.self))
    case .message: return nil
    }
  }

  /// The next value of so many bytes, which is aligned to its size behind the header; nil behind the end.
  private static func integer(_ data: RawSpan, _ position: inout Int, _ bytes: Int) -> UInt64? {
    let start = (position - 4 + bytes - 1) / bytes * bytes + 4
    guard start + bytes <= data.byteCount else { return nil }
    position = start + bytes
    return switch bytes {
    case 1: UInt64(data.load(at: start, as: UInt8.self))
    case 2: UInt64(data.load(at: start, as: UInt16.self))
    case 4: UInt64(data.load(at: start, as: UInt32.self))
    default: data.load(at: start, as: UInt64.self)
    }
  }

  // MARK: JSON

  private static func read(
    _ value: JSONValue,
    _ path: String,
    _ json: borrowing JSONDocument,
    _ fields: inout [Field]
  ) -> Bool {
    guard fields.count < mostFields else { return false }
    let leaf: MessageValue
    switch json.kind(of: value) {
    case .object:
      var cursor = json.cursor(over: value)
      while let member = cursor.nextMember(in: json) {
        let name = json.string(of: member.name) ?? ""
        let own = path.isEmpty ? name : "\(path).\(name)"
        guard read(member.value, own, json, &fields) else { return false }
      }
      return true
    case .array:
      var cursor = json.cursor(over: value)
      var index = 0
      while let element = cursor.next(in: json) {
        guard read(element, "\(path)[\(index)]", json, &fields) else { return false }
        index += 1
      }
      leaf = .integer(Int64(index))
      fields.append(Field(path: path + ".count", value: leaf))
      return true
    case .null: leaf = .null
    case .bool: leaf = .bool(json.bool(of: value) ?? false)
    case .integer: leaf = .integer(json.integer(of: value) ?? 0)
    case .unsigned: leaf = .unsigned(json.unsigned(of: value) ?? 0)
    case .double: leaf = .number(json.number(of: value) ?? 0)
    case .string: leaf = .text(json.string(of: value) ?? "")
    }
    fields.append(Field(path: path.isEmpty ? "data" : path, value: leaf))
    return true
  }
}
