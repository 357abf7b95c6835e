import KymoRecording

/// Cuts a file of JSON into its elements: those of the array that it is, or the objects that stand one behind the
/// other, such as one a line.
///
/// Nothing but brackets, quotation marks and ends of lines is looked at.
struct JSONElements {
  /// How many bytes one element may have.
  static let longest = 1 << 22

  /// Whether the file ended within an element.
  private(set) var isCutOff = false
  /// The 1-based line at which the next element starts.
  private(set) var line = 1

  private let file: ImportFile
  private var bytes: [UInt8] = []
  private var cursor = 0
  private var lines = 1  // The line of the cursor.
  private var start: Int?
  private var depth = 0
  private var base = 0
  private var isInText = false
  private var hasBegun = false

  private static let chunkBytes = 1 << 17

  /// Stands at the beginning of a file.
  init(_ file: ImportFile) { self.file = file }

  /// Hands out all elements in order: the bytes at hand, the place of the element among them, and its line.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read, when an element is too long, or what `take` throws.
  mutating func read(
    _ take: ([UInt8], Range<Int>, Int) throws(ImportError) -> Void
  ) throws(ImportError) {
    let reader = try file.content?.open()
    if reader == nil { bytes = file.bytes }
    while true {
      let isLast: Bool
      if let reader {
        if let start {
          bytes.removeSubrange(..<start)
          cursor -= start
          self.start = 0
        } else {
          bytes.removeSubrange(..<cursor)
          cursor = 0
        }
        let before = bytes.count
        try reader.read(Self.chunkBytes, into: &bytes)
        isLast = bytes.count == before
      } else {
        isLast = true
      }
      try scan(isLast: isLast, take)
      if isLast { break }
      if let start, bytes.count - start > Self.longest {
        let what = "an element of more than \(Self.longest) bytes"
        throw .malformedRow(file: file.name, line: line, what: what)
      }
    }
    isCutOff = start != nil || base == 1 && depth == 1
    if let start { try take(bytes, start..<bytes.count, line) }
  }

  private mutating func scan(
    isLast: Bool,
    _ take: ([UInt8], Range<Int>, Int) throws(ImportError) -> Void
  ) throws(ImportError) {
    // The byte behind the end of a line is looked at.
    let end = isLast ? bytes.count : bytes.count - 1
    while cursor < end {
      let byte = bytes[cursor]
      cursor += 1
      if byte == UInt8(ascii: "\n") {
        lines += 1
        if let start, base == 0, cursor < bytes.count, bytes[cursor] == UInt8(ascii: "{") {
          // An object that was never closed; no line begins so within another.
          try take(bytes, start..<cursor, line)
          self.start = nil
          (depth, isInText) = (0, false)
        }
        continue
      }
      if isInText {
        if byte == UInt8(ascii: "\\") {
          cursor += 1
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = start != nil
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if !hasBegun, byte == UInt8(ascii: "[") { base = 1 }
        hasBegun = true
        if depth == base, byte == UInt8(ascii: "{"), start == nil {
          start = cursor - 1
          line = lines
        }
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth = max(0, depth - 1)
        if let start, depth == base {
          try take(bytes, start..<cursor, line)
          self.start = nil
        }
      default: break
      }
    }
  }
}
