/// What a profile needs of a program or a library in ELF: which functions lie where.
///
/// Whatever the file says is checked against its length; what does not fit is left out, and a file that is no ELF has
/// no functions.
struct ELFFile: Sendable {
  /// How many symbols of one file are read at most.
  static let maximumSymbols = 4_000_000

  /// A function.
  struct Function: Sendable, Equatable {
    /// Where it begins, in the file's own addresses.
    var start: UInt64
    /// How many bytes it has; 0 if the file does not say.
    var size: UInt64
    /// Where its name lies in the file; nil if it has none.
    var name: UInt64?
  }

  /// A part of the file that is loaded into memory.
  struct Segment: Sendable, Equatable {
    var offset: UInt64
    var address: UInt64
    var fileSize: UInt64
  }

  /// A table of the file.
  private struct Section {
    var type: UInt64
    var offset: UInt64
    var size: UInt64
    var link: UInt64
    var entrySize: UInt64
  }

  private let reader: ByteReader
  /// The loaded parts.
  private(set) var segments: [Segment] = []
  /// The functions by their start; of several that begin at one place, the first of the table.
  private(set) var functions: [Function] = []
  /// Whether it has the table of all its functions, not just of those that others call.
  private(set) var hasSymbolTable = false

  /// Reads a file.
  init(_ bytes: [UInt8]) {
    reader = ByteReader(bytes: bytes)
    // Of 64 bits, little end first: what this is built for.
    guard bytes.count >= 64, bytes[..<6].elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
      return
    }
    readSegments()
    let sections = self.sections()
    let tables = sections.filter { $0.type == 2 }
    hasSymbolTable = !tables.isEmpty
    for table in tables.isEmpty ? sections.filter({ $0.type == 11 }) : tables {
      readSymbols(table, sections)
    }
    let named = Set(functions.map(\.start))
    functions += frameStarts().filter { !named.contains($0) }.map {
      Function(start: $0, size: 0, name: nil)
    }
    // A stable order, so that of aliases always the same is chosen.
    let ordered = functions.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    functions = []
    for (_, function) in ordered where functions.last?.start != function.start {
      functions.append(function)
    }
  }

  /// The name of a function; nil if it has none.
  func name(of function: Function) -> String? {
    function.name.flatMap { reader.text(at: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The function in which an address lies.
  func function(at address: UInt64) -> Function? {
    var (low, high) = (0, functions.count)
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].start <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let function = functions[low - 1]
    // Behind the end of a function that says its size there is code without a name.
    return function.size == 0 || address - function.start < function.size ? function : nil
  }

  /// The address that a place in the file is loaded for.
  func address(ofOffset offset: UInt64) -> UInt64? {
    for segment in segments where offset >= segment.offset {
      let distance = offset - segment.offset
      if distance < segment.fileSize { return segment.address &+ distance }
    }
    return nil
  }

  /// The byte at an address.
  func byte(at address: UInt64) -> UInt8? {
    for segment in segments where address >= segment.address {
      let distance = address - segment.address
      guard distance < segment.fileSize else { continue }
      return reader.number(at: segment.offset, plus: distance, width: 1).map { UInt8($0) }
    }
    return nil
  }

  // MARK: Reading

  private mutating func readSegments() {
    guard let table = reader.number(at: 32, width: 8), let size = reader.number(at: 54, width: 2),
      let count = reader.number(at: 56, width: 2), size >= 56
    else { return }
    for index in 0..<count {
      guard let type = reader.number(at: table, plus: index * size, width: 4) else { return }
      guard type == 1, let offset = reader.number(at: table, plus: index * size + 8, width: 8),
        let address = reader.number(at: table, plus: index * size + 16, width: 8),
        let length = reader.number(at: table, plus: index * size + 32, width: 8)
      else { continue }
      segments.append(Segment(offset: offset, address: address, fileSize: length))
    }
  }

  private func sections() -> [Section] {
    guard let table = reader.number(at: 40, width: 8), let size = reader.number(at: 58, width: 2),
      let count = reader.number(at: 60, width: 2), size >= 64
    else { return [] }
    var sections: [Section] = []
    for index in 0..<count {
      let base = index * size
      guard let type = reader.number(at: table, plus: base + 4, width: 4),
        let offset = reader.number(at: table, plus: base + 24, width: 8),
        let length = reader.number(at: table, plus: base + 32, width: 8),
        let link = reader.number(at: table, plus: base + 40, width: 4),
        let entrySize = reader.number(at: table, plus: base + 56, width: 8)
      else { return sections }
      sections.append(
        Section(type: type, offset: offset, size: length, link: link, entrySize: entrySize)
      )
    }
    return sections
  }

  private mutating func readSymbols(_ table: Section, _ sections: [Section]) {
    guard table.entrySize >= 24, table.link < UInt64(sections.count) else { return }
    let strings = sections[Int(table.link)]
    let count = min(table.size / table.entrySize, UInt64(Self.maximumSymbols))
    for index in 0..<count {
      let base = index * table.entrySize
      guard let name = reader.number(at: table.offset, plus: base, width: 4),
        let info = reader.number(at: table.offset, plus: base + 4, width: 1),
        let section = reader.number(at: table.offset, plus: base + 6, width: 2),
        let start = reader.number(at: table.offset, plus: base + 8, width: 8),
        let size = reader.number(at: table.offset, plus: base + 16, width: 8)
      else { return }
      // A function, also one that is chosen when the program starts; not one that lies elsewhere.
      guard [2, 10].contains(info & 15), section != 0 else { continue }
      let place = name < strings.size ? strings.offset.addingReportingOverflow(name) : (0, true)
      functions.append(
        Function(start: start, size: size, name: place.1 || name == 0 ? nil : place.0)
      )
    }
  }

  /// Where functions begin by the table for unwinding, which a stripped file has too.
  private func frameStarts() -> [UInt64] {
    guard let table = reader.number(at: 32, width: 8), let size = reader.number(at: 54, width: 2),
      let count = reader.number(at: 56, width: 2), size >= 56
    else { return [] }
    for index in 0..<count {
      guard reader.number(at: table, plus: index * size, width: 4) == 0x6474_e550,
        let offset = reader.number(at: table, plus: index * size + 8, width: 8),
        let address = reader.number(at: table, plus: index * size + 16, width: 8),
        // Version 1; a count of 4 bytes; pairs of 4 bytes, signed, from the table's own address.
        reader.number(at: offset, width: 1) == 1,
        reader.number(at: offset, plus: 2, width: 1) == 0x03,
        reader.number(at: offset, plus: 3, width: 1) == 0x3b,
        let pairs = reader.number(at: offset, plus: 8, width: 4)
      else { continue }
      var starts: [UInt64] = []
      for pair in 0..<pairs {
        guard let word = reader.number(at: offset, plus: 12 + 8 * pair, width: 4) else { break }
        starts.append(
          address &+ UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: word)))
        )
      }
      return starts
    }
    return []
  }
}
