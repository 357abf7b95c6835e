import KymoBridge
import KymoMCAP

/// The numbers in the messages of a JSON channel that are worth a curve: the fields of the first message that has some.
///
/// One object, so that channels without JSON need none of it.
final class JSONNumbers {
  /// The numbers, in the order of the message.
  private(set) var fields: [NumberFields.Field] = []
  /// The members that lead to each of them.
  private var paths: [[String]] = []
  private var document: JSONDocument
  /// How many messages without a number are looked at.
  private var patience = 64

  private static let mostDepth = 6
  private static let mostElements = 16
  private static let mostMembers = 256

  /// Looks at a channel; nil if its messages are no JSON.
  init?(_ channel: MCAPChannel) {
    guard channel.messageEncoding == "json" else { return nil }
    document = JSONDocument(limits: BridgeLimits(messageBytes: 1 << 20, depth: 32))
  }

  /// Whether further messages may say which fields there are.
  var isUndecided: Bool { fields.isEmpty && patience > 0 }

  /// Looks for the fields of a message.
  ///
  /// - Returns: whether it has some.
  func decide(_ data: RawSpan) -> Bool {
    patience -= 1
    guard parse(data) else { return false }
    add(document.root, [])
    return !fields.isEmpty
  }

  private func parse(_ data: RawSpan) -> Bool {
    do { try document.parse(data) } catch { return false }
    return true
  }

  private func add(_ value: JSONValue, _ path: [String]) {
    guard fields.count < NumberFields.maximumCount, path.count < Self.mostDepth else { return }
    switch document.kind(of: value) {
    case .object:
      var cursor = document.cursor(over: value)
      var count = 0
      while let member = cursor.nextMember(in: document), count < Self.mostMembers {
        count += 1
        let name = document.string(of: member.name) ?? ""
        let isWanted = name != "stamp" && name != "timestamp" && !name.contains("covariance")
        if isWanted { add(member.value, path + [name]) }
      }
    case .array:
      guard !path.isEmpty, document.count(of: value) <= Self.mostElements else { return }
      for index in 0..<document.count(of: value) {
        if let element = document.element(index, of: value) { add(element, path + [String(index)]) }
      }
    case .integer, .unsigned, .double, .bool:
      guard let name = path.last else { return }
      paths.append(path)
      fields.append(
        NumberFields.Field(
          parent: path.dropLast().joined(separator: "."),
          name: name,
          // A place has no curve, but a track, and what stands beside it has.
          remark: name == "latitude" || name == "longitude" ? "degrees" : ""
        )
      )
    case .null, .string: break
    }
  }

  /// Reads the numbers of a message.
  ///
  /// - Parameters:
  ///   - data: the message.
  ///   - values: a place for each field; those that the message has not become NaN.
  func read(_ data: RawSpan, into values: inout [Double]) {
    for place in values.indices { values[place] = .nan }
    guard !fields.isEmpty, parse(data) else { return }
    for (place, path) in paths.enumerated() {
      var value: JSONValue? = document.root
      for name in path {
        value = value.flatMap { step($0, name) }
      }
      if let value { values[place] = number(value) }
    }
  }

  private func step(_ value: JSONValue, _ name: String) -> JSONValue? {
    guard document.kind(of: value) == .array else {
      return document.kind(of: value) == .object ? document.member(name, of: value) : nil
    }
    return Int(name).flatMap { document.element($0, of: value) }
  }

  private func number(_ value: JSONValue) -> Double {
    if let isTrue = document.bool(of: value) { return isTrue ? 1 : 0 }
    return document.number(of: value) ?? .nan
  }
}
