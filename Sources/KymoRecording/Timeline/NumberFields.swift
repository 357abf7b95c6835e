import KymoMCAP

/// The numbers in the messages of a ROS 2 schema that are worth a curve, and how to find them.
///
/// Covariances, stamps and long arrays are passed over; behind what has no known size nothing is found.
struct NumberFields {
  /// A number of a message.
  struct Field {
    /// The message that it is in, such as `angular_velocity`; empty for one of the message itself.
    let parent: String
    /// Its name, such as `x`.
    let name: String
    /// The remark behind it in the definition, such as `m above where the recording began`.
    let remark: String
  }

  /// A step of reading: so many values of a kind, of which the first is kept if it has a place.
  private struct Step {
    let kind: MessageLayout.Kind
    var count: Int
    let place: Int
  }

  /// How many numbers of a message are kept.
  static let maximumCount = 12
  private static let mostElements = 16
  private static let mostDepth = 16
  private static let mostSteps = 500

  private(set) var fields: [Field] = []
  /// The remark before the first field.
  private(set) var heading = ""
  private var steps: [Step] = []
  private let layout: MessageLayout
  private var isOver = false

  /// Looks at a channel; nil if its messages have no such numbers.
  init?(_ channel: MCAPChannel, _ schema: MCAPSchema?) {
    guard channel.messageEncoding == "cdr", let schema, schema.encoding == "ros2msg",
      let layout = MessageLayout(definition: schema.data, name: schema.name)
    else { return nil }
    self.layout = layout
    heading = layout.heading
    add(layout, 0, parent: "", isKept: true, depth: 0)
    if fields.isEmpty { return nil }
    // Nobody wants what lies behind the last one.
    while let last = steps.last, last.place < 0 { steps.removeLast() }
  }

  private mutating func add(
    _ layout: MessageLayout,
    _ message: Int,
    parent: String,
    isKept: Bool,
    depth: Int
  ) {
    for field in layout.messages[message] {
      guard !isOver, depth < Self.mostDepth, steps.count < Self.mostSteps else {
        isOver = true
        return
      }
      let name = field.name
      let isWanted =
        isKept && name != "stamp" && !name.contains("covariance") && name != "fix_time"
      switch field.count {
      case .any:
        isOver = true
      case .one, .fixed:
        var (count, hasIndex) = (1, false)
        if case .fixed(let number) = field.count { (count, hasIndex) = (number, true) }
        if case .message(let inner) = field.kind {
          let path = parent.isEmpty ? name : "\(parent).\(name)"
          for index in 0..<count where !isOver {
            let own = hasIndex ? "\(path)[\(index)]" : path
            add(layout, inner, parent: own, isKept: isWanted, depth: depth + 1)
          }
        } else if isWanted, field.kind != .text, count <= Self.mostElements {
          for index in 0..<count {
            keep(field, hasIndex ? "\(name)[\(index)]" : name, in: parent)
          }
        } else if count > 0 {
          steps.append(Step(kind: field.kind, count: count, place: -1))
        }
      }
    }
  }

  private mutating func keep(_ field: MessageLayout.Field, _ name: String, in parent: String) {
    let hasRoom = fields.count < Self.maximumCount
    steps.append(Step(kind: field.kind, count: 1, place: hasRoom ? fields.count : -1))
    if hasRoom { fields.append(Field(parent: parent, name: name, remark: field.remark)) }
  }

  /// Reads the numbers of a message.
  ///
  /// - Parameters:
  ///   - data: the message.
  ///   - values: a place for each field; those that the message has not become NaN.
  func read(_ data: RawSpan, into values: inout [Double]) {
    for place in values.indices { values[place] = .nan }
    if let swapped = layout.littleEndian(data) {
      swapped.withRawSpan { find($0, &values) }
    } else {
      find(data, &values)
    }
  }

  private func find(_ data: RawSpan, _ values: inout [Double]) {
    guard data.byteCount >= 4, data.load(at: 0, as: UInt16.self) == 0x100 else { return }
    var position = 4
    for step in steps {
      let bytes: Int
      switch step.kind {
      case .number(let size): bytes = size
      case .integer(let size, _): bytes = size
      case .bool: bytes = 1
      case .text:
        for _ in 0..<step.count where position >= 0 { position = Self.textEnd(data, position) }
        if position < 0 { return }
        continue
      case .message: return
      }
      // Aligned to its size behind the header.
      let start = (position + bytes - 5) / bytes * bytes + 4
      // A long array of a definition may be longer than any message, but has no more than 100,000 elements.
      let end = start + bytes * step.count
      guard end <= data.byteCount else { return }
      position = end
      if step.place >= 0 { values[step.place] = Self.value(step.kind, data, start) }
    }
  }

  @inline(__always)
  private static func value(_ kind: MessageLayout.Kind, _ data: RawSpan, _ start: Int) -> Double {
    switch kind {
    case .number(8): data.loadDouble(at: start)
    case .number: Double(Float(bitPattern: data.load(at: start)))
    case .integer(1, true): Double(data.load(at: start, as: Int8.self))
    case .integer(2, true): Double(data.load(at: start, as: Int16.self))
    case .integer(4, true): Double(data.load(at: start, as: Int32.self))
    case .integer(_, true): Double(data.load(at: start, as: Int64.self))
    case .integer(2, _): Double(data.load(at: start, as: UInt16.self))
    case .integer(4, _): Double(data.load(at: start, as: UInt32.self))
    case .integer(8, _): Double(data.load(at: start, as: UInt64.self))
    default: Double(data.load(at: start, as: UInt8.self))
    }
  }

  /// The end of a text; -1 if it lies behind that of the message.
  private static func textEnd(_ data: RawSpan, _ position: Int) -> Int {
    let start = (position + 3) / 4 * 4
    guard start + 4 <= data.byteCount else { return -1 }
    let end = start + 4 + Int(data.load(at: start, as: UInt32.self))
    return end <= data.byteCount ? end : -1
  }
}
