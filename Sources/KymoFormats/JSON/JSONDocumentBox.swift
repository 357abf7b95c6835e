import KymoBridge
import KymoMCAP

/// A parsed element, and what is asked of it.
final class JSONDocumentBox {
  private var nameText: [UInt8] = []
  private var valueText: [UInt8] = []
  private var document = JSONDocument(limits: BridgeLimits(messageBytes: JSONElements.longest))

  /// Parses the text of an element, which is a part of `bytes`; false if it is no JSON.
  func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count <= JSONElements.longest else { return false }
    return bytes.withRawSpan(range) { text in
      do throws(JSONError) {
        try document.parse(text)
        return true
      } catch {
        return false
      }
    }
  }

  /// The outermost value.
  var root: JSONValue { document.root }

  /// The members of the outermost value that tell what it is.
  var element: SensorElement { SensorElement(document) }

  /// Whether a value is an object.
  func isObject(_ value: JSONValue) -> Bool { document.kind(of: value) == .object }

  /// A text; nil if the value is none.
  func text(_ value: JSONValue) -> String? { document.string(of: value) }

  /// A time in ms, a number or the text of one; nil if the value is neither.
  func milliseconds(_ value: JSONValue) -> Double? {
    document.number(of: value) ?? document.string(of: value).flatMap { Double($0) }
  }

  /// The rows of many sensors: the name of each, the object that has its time, and that with its values.
  func readings(_ payload: JSONValue) -> [(name: String, item: JSONValue, values: JSONValue)] {
    var readings: [(name: String, item: JSONValue, values: JSONValue)] = []
    var cursor = document.cursor(over: payload)
    while let item = cursor.next(in: document) {
      guard isObject(item), let name = document.member("name", of: item),
        let text = document.string(of: name), let values = document.member("values", of: item),
        isObject(values)
      else { continue }
      readings.append((text, item, values))
    }
    return readings
  }

  /// Hands out the members of an object, their names and values: numbers exactly as they are written, and none
  /// that is null.
  func eachMember(of object: JSONValue, _ body: ([UInt8], [UInt8]) -> Void) {
    var cursor = document.cursor(over: object)
    while let (name, value) = cursor.nextMember(in: document) {
      let kind = document.kind(of: value)
      guard kind != .null else { continue }
      nameText.removeAll(keepingCapacity: true)
      valueText.removeAll(keepingCapacity: true)
      _ = document.withText(of: name) { nameText.append(copying: $0) }
      if kind == .string {
        _ = document.withText(of: value) { valueText.append(copying: $0) }
      } else {
        document.withRawText(of: value) { valueText.append(copying: $0) }
      }
      body(nameText, valueText)
    }
  }
}

extension JSONDocumentBox {
  /// A member of an object; nil if there is none.
  func member(_ name: String, of object: JSONValue) -> JSONValue? {
    document.member(name, of: object)
  }

  /// A number of an object; nil if there is none.
  func number(_ name: String, of object: JSONValue) -> Double? {
    document.member(name, of: object).flatMap { document.number(of: $0) }
  }

  /// The numbers of an array of an object; none if one of its items is no number.
  func numbers(_ name: String, of object: JSONValue) -> [Double] {
    guard let array = document.member(name, of: object) else { return [] }
    var numbers: [Double] = []
    var cursor = document.cursor(over: array)
    while let item = cursor.next(in: document) {
      guard let number = document.number(of: item) else { return [] }
      numbers.append(number)
    }
    return numbers
  }
}
