/// Reads profiles again: what was written as JSON, or folded stacks of any program.
public enum ProfileReader {
  /// The largest file that is taken.
  public static let maximumBytes = 256 << 20

  /// Reads a file; whether it is JSON, it says itself.
  ///
  /// Folded stacks become a profile of one nameless thread, without times.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: what a profile is called that has no name of its own, such as the file's.
  /// - Returns: a profile whose indexes lie within what they index.
  /// - Throws: what is wrong, and where.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8], name: String) throws(ProfileError) -> Profile {
    guard 1...maximumBytes ~= bytes.count else {
      throw .size(bytes: bytes.count, limit: maximumBytes)
    }
    let profile =
      isJSON(bytes) ? try ProfileJSONReader(bytes).profile() : try folded(bytes, name: name)
    try profile.check()
    return profile
  }

  /// Reads folded stacks; JSON that is no object is called what it is, not a line without a number.
  private static func folded(_ bytes: [UInt8], name: String) throws(ProfileError) -> Profile {
    do { return try FoldedReader.profile(bytes, name: name) } catch {
      if ProfileJSONReader.isDocument(bytes) { throw .schema(nil) }
      throw error
    }
  }

  /// Whether the first thing is a brace, and the next one a quote: a function may begin with a brace.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    var first: UInt8?
    for byte in bytes where !spaces.contains(byte) {
      guard first != nil else {
        first = byte
        continue
      }
      return first == UInt8(ascii: "{") && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}"))
    }
    return first == UInt8(ascii: "{")
  }
}
