import KymoBench
package import KymoBridge
import KymoHistogram

/// Takes the members of what `kymo bench` wrote as JSON out of its document.
package struct ReportReader: ~Copyable {
  /// The largest whole number that a result has.
  static let largestNumber = 1e18

  /// The document.
  package let document: JSONDocument

  /// Reads a document of ``BenchBaseline/maximumBytes`` at most.
  ///
  /// - Throws: what is wrong with its syntax, or with its size.
  package init(json: String) throws(BaselineError) {
    let size = json.utf8.count
    guard 1...BenchBaseline.maximumBytes ~= size else { throw .syntax("it has \(size) bytes") }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: size))
    do { try document.parse(json) } catch { throw .syntax("\(error)") }
    self.document = document
  }

  /// The value that all others are in.
  package var root: JSONValue { document.root }

  /// The schema that the document names; nil if it names none.
  package var schema: String? { textIfThere("schema", of: root) }

  /// The text of a member, or nil if there is none.
  package func textIfThere(_ name: String, of value: JSONValue) -> String? {
    guard let member = document.member(name, of: value) else { return nil }
    return document.string(of: member)
  }

  /// The text of a member.
  package func text(_ name: String, of value: JSONValue) throws(BaselineError) -> String {
    guard let text = textIfThere(name, of: value) else { throw .member(name) }
    return text
  }

  /// A number that is not negative.
  func number(_ name: String, of value: JSONValue) throws(BaselineError) -> Double {
    guard let member = document.member(name, of: value), let number = document.number(of: member),
      0...Self.largestNumber ~= number
    else { throw .member(name) }
    return number
  }

  /// A number that is not negative, or nil if there is none.
  func numberIfThere(_ name: String, of value: JSONValue) throws(BaselineError) -> Double? {
    guard let member = document.member(name, of: value), document.kind(of: member) != .null else {
      return nil
    }
    return try number(name, of: value)
  }

  /// A whole number that is not negative.
  func count(_ name: String, of value: JSONValue) throws(BaselineError) -> Int {
    Int(try number(name, of: value))
  }

  /// The elements of a list.
  package func list(_ name: String, of value: JSONValue) throws(BaselineError) -> [JSONValue] {
    guard let member = document.member(name, of: value) else { throw .member(name) }
    var elements: [JSONValue] = []
    var cursor = document.cursor(over: member)
    while let element = cursor.next(in: document) { elements.append(element) }
    return elements
  }

  /// A truth value.
  package func bool(_ name: String, of value: JSONValue) throws(BaselineError) -> Bool {
    guard let member = document.member(name, of: value), let bool = document.bool(of: member) else {
      throw .member(name)
    }
    return bool
  }

  /// The histogram in a member, or nil if there is none.
  func histogramIfThere(
    _ name: String,
    of value: JSONValue
  ) throws(BaselineError) -> Histogram? {
    guard let text = textIfThere(name, of: value) else { return nil }
    guard let bytes = Base64.decode(text.utf8),
      let histogram = try? Histogram(
        decoding: bytes,
        maximumBucketCount: LoadRun.makeHistogram().layout.bucketCount
      )
    else { throw .member(name) }
    return histogram
  }

  /// The histogram in a member.
  func histogram(_ name: String, of value: JSONValue) throws(BaselineError) -> Histogram {
    guard let histogram = try histogramIfThere(name, of: value) else { throw .member(name) }
    return histogram
  }
}
