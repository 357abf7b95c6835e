import KymoRecording

/// Reads the rows of a CSV file, byte by byte, without making strings of them.
///
/// It understands fields separated by comma, semicolon or tab (the header decides), quotes with
/// doubled quotes inside, LF and CRLF, a byte order mark, blank lines (skipped) and a last line
/// without an end. A row that it found stays in the reader until the next one: ask for its fields
/// by column.
struct CSVReader {
  /// The bytes at hand: the whole file, or the part of it in which the current row is.
  private(set) var bytes: [UInt8]
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

  /// Where the current row starts among the bytes at hand.
  private var rowStart = 0
  /// Where further bytes come from; nil if all are at hand.
  private var source: (any ImportByteReader)?
  /// Where the next row starts among the bytes at hand.
  var position = 0
  /// The 1-based line of the next row.
  var nextLine = 1
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

  /// Reads a file that need not fit in memory, with the separator and the limit of `header`, which has
  /// read its beginning.
  ///
  /// - Throws: ``ImportError`` when nothing can be read.
  init(_ source: any ImportByteReader, like header: CSVReader) throws(ImportError) {
    bytes = []
    separator = header.separator
    maximumLineBytes = header.maximumLineBytes
    self.source = source
    try refill()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// How much is read at a time, in bytes.
  private static let blockBytes = 1 << 17

  /// Reads on, and lets go of what lies behind; a row that is longer than a block makes the next one
  /// longer, so that it is not looked at too often.
  private mutating func refill() throws(ImportError) {
    guard let source else { return }
    bytes.removeSubrange(..<position)
    position = 0
    let goal = bytes.count + max(Self.blockBytes, bytes.count)
    while bytes.count < goal {
      let before = bytes.count
      try source.read(goal - before, into: &bytes)
      if bytes.count == before {
        self.source = nil
        return
      }
    }
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
    while true {
      if position == bytes.count {
        try readOn()
        if position == bytes.count { return false }
      }
      let before = nextLine
      if try !readRow() {
        nextLine = before
        try readOn()
        continue
      }
      if fieldCount > 1 || starts[0] < ends[0] { return true }
    }
  }

  /// Goes behind the first line of the current row, which may have more of them if it has quotes, or of the one that
  /// ``nextRow()`` could not read.
  ///
  /// - Returns: whether the line has an end; one without is cut off, or just the last.
  /// - Throws: ``CSVError/source(_:)``.
  /// - Complexity: O(*n*), where *n* is the length of the line in bytes, of which there is never more than a block in
  ///   memory.
  mutating func skipLine() throws(CSVError) -> Bool {
    position = rowStart
    nextLine = line + 1
    isCutOff = false
    while true {
      if let end = bytes[position...].firstIndex(of: Self.lineFeed) {
        position = end + 1
        return true
      }
      position = bytes.count
      guard source != nil else {
        isCutOff = true
        return false
      }
      try readOn()
    }
  }

  private mutating func readOn() throws(CSVError) {
    do throws(ImportError) {
      try refill()
    } catch {
      throw .source(error)
    }
  }

  /// Reads a row; false if it may go on behind the bytes at hand.
  private mutating func readRow() throws(CSVError) -> Bool {
    let bytes = self.bytes
    let span = bytes.span
    let end = span.count
    rowStart = position
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
        guard let closing = try endOfQuotes(openedAt: cursor, in: span) else { return false }
        cursor = closing
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
      if cursor == end, source != nil { return false }
      append(start: start, end: fieldEnd)
      if cursor == end {
        isCutOff = true
        position = end
        return true
      }
      let byte = span[cursor]
      cursor += 1
      if byte == Self.lineFeed {
        nextLine += 1
        position = cursor
        return true
      }
    }
  }

  /// The position of the quote that closes the field, or nil if it is not among the bytes at hand;
  /// lines that end within the quotes are counted.
  private mutating func endOfQuotes(
    openedAt open: Int,
    in span: Span<UInt8>
  ) throws(CSVError) -> Int? {
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
    if source != nil { return nil }
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
