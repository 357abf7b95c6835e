/// Reads the rows of a CSV file, byte by byte, without making strings of them.
///
/// It understands fields separated by comma, semicolon or tab (the header decides), quotes with
/// doubled quotes inside, LF and CRLF, a byte order mark, blank lines (skipped) and a last line
/// without an end. A row that it found stays in the reader until the next one: ask for its fields
/// by column.
struct CSVReader {
  /// The bytes of the whole file.
  let bytes: [UInt8]
  /// The byte between two fields.
  let separator: UInt8
  /// The longest line that is accepted, in bytes.
  let maximumLineBytes: Int
  /// The 1-based line at which the current row starts; 0 before the first row.
  private(set) var line = 0
  /// How many fields the current row has.
  private(set) var fieldCount = 0
  /// Whether the file ended right behind the current row, without the end of a line.
  private(set) var isCutOff = false

  private var position = 0
  private var nextLine = 1
  private var starts: [Int] = []
  private var ends: [Int] = []

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Starts before the first row of `bytes`.
  init(bytes: [UInt8], maximumLineBytes: Int) {
    self.bytes = bytes
    self.maximumLineBytes = maximumLineBytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    self.separator = Self.separator(ofHeaderIn: bytes[position...], limit: maximumLineBytes)
  }

  /// The separator that occurs most often in the first line that is not blank, outside of quotes.
  private static func separator(ofHeaderIn bytes: ArraySlice<UInt8>, limit: Int) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    var isBlank = true
    for byte in bytes.prefix(limit) {
      if byte == quote { isQuoted.toggle() }
      if byte == lineFeed, !isQuoted, !isBlank { break }
      if byte > UInt8(ascii: " ") { isBlank = false }
      if !isQuoted, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let best = counts.indices.reduce(0) { counts[$1] > counts[$0] ? $1 : $0 }
    return candidates[best]
  }

  /// Goes to the next row that is not blank; false at the end of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the row in bytes.
  mutating func nextRow() throws(CSVError) -> Bool {
    while position < bytes.count {
      try readRow()
      if fieldCount > 1 || starts[0] < ends[0] { return true }
    }
    return false
  }

  private mutating func readRow() throws(CSVError) {
    let bytes = self.bytes
    let span = bytes.span
    let end = span.count
    let rowStart = position
    let limit = rowStart + maximumLineBytes
    var cursor = position
    fieldCount = 0
    line = nextLine
    isCutOff = false
    while true {
      // One field per turn.
      var start = cursor
      var fieldEnd = cursor
      if cursor < end, span[cursor] == Self.quote {
        start = cursor + 1
        cursor = try endOfQuotes(openedAt: cursor, in: span)
        fieldEnd = cursor
        cursor += 1
        // What follows the closing quote up to the separator is not part of the field.
        while cursor < end, span[cursor] != separator, span[cursor] != Self.lineFeed {
          if span[cursor] == 0 { throw .nulByte(line: nextLine) }
          cursor += 1
        }
      } else {
        while cursor < end {
          let byte = span[cursor]
          if byte == separator || byte == Self.lineFeed { break }
          if byte == 0 { throw .nulByte(line: line) }
          cursor += 1
        }
        fieldEnd = cursor
        if fieldEnd > start, span[fieldEnd - 1] == Self.carriageReturn { fieldEnd -= 1 }
      }
      if cursor > limit { throw .lineTooLong(line: line, limitBytes: maximumLineBytes) }
      append(start: start, end: fieldEnd)
      if cursor == end {
        isCutOff = true
        position = end
        return
      }
      let byte = span[cursor]
      cursor += 1
      if byte == Self.lineFeed {
        nextLine += 1
        position = cursor
        return
      }
    }
  }

  /// The position of the quote that closes the field; lines that end within the quotes are counted.
  private mutating func endOfQuotes(
    openedAt open: Int,
    in span: Span<UInt8>
  ) throws(CSVError) -> Int {
    var cursor = open + 1
    while cursor < span.count {
      let byte = span[cursor]
      if byte == 0 { throw .nulByte(line: nextLine) }
      if byte == Self.lineFeed { nextLine += 1 }
      if byte == Self.quote {
        guard cursor + 1 < span.count, span[cursor + 1] == Self.quote else { return cursor }
        cursor += 1
      }
      cursor += 1
      if cursor - open > maximumLineBytes {
        throw .lineTooLong(line: line, limitBytes: maximumLineBytes)
      }
    }
    throw .unclosedQuote(line: line)
  }

  private mutating func append(start: Int, end: Int) {
    if fieldCount < starts.count {
      starts[fieldCount] = start
      ends[fieldCount] = end
    } else {
      starts.append(start)
      ends.append(end)
    }
    fieldCount += 1
  }

  /// The bytes of a field of the current row, in ``bytes``; quotes are outside of the range.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func range(_ column: Int) -> Range<Int> {
    precondition(column < fieldCount)
    return starts[column]..<ends[column]
  }

  /// A field of the current row as text, without the white space around it.
  ///
  /// Bytes that are not UTF-8 become replacement characters.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func text(_ column: Int) -> String {
    var range = range(column)
    while let first = range.first, bytes[first] <= UInt8(ascii: " ") { range = range.dropFirst() }
    while let last = range.last, bytes[last] <= UInt8(ascii: " ") { range = range.dropLast() }
    var content: [UInt8] = []
    var isSecondQuote = false
    for byte in bytes[range] {
      let isQuote = byte == Self.quote
      if isQuote, isSecondQuote {
        isSecondQuote = false
        continue
      }
      isSecondQuote = isQuote
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// A field of the current row as text, with a point as decimal mark.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func pointText(_ column: Int) -> String {
    String(text(column).map { $0 == "," ? "." : $0 })
  }

  /// A field of the current row as a number, or as what stands for none.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func number(_ column: Int) -> CSVNumber {
    CSVNumber(span: bytes.span, range: range(column))
  }
}
