import KymoBridge
import KymoHistogram

/// Takes the members of a baseline out of its document.
struct BaselineReader: ~Copyable {
  /// The largest whole number that a result has.
  static let largestNumber = 1e18

  let document: JSONDocument

  /// The text of a member, or nil if there is none.
  func textIfThere(_ name: String, of value: JSONValue) -> String? {
    guard let member = document.member(name, of: value) else { return nil }
    return document.string(of: member)
  }

  /// The text of a member.
  func text(_ name: String, of value: JSONValue) throws(BaselineError) -> String {
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

  /// A truth value.
  func bool(_ name: String, of value: JSONValue) throws(BaselineError) -> Bool {
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
