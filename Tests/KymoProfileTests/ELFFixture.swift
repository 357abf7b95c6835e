/// A small program in ELF, put together byte by byte.
struct ELFFixture {
  /// A function of it.
  struct Function {
    var name: String
    var start: UInt64
    var size: UInt64
  }

  var functions: [Function]
  /// Whether its table of symbols is the one that a stripped library keeps.
  var isStripped = false

  /// The file: header, a segment, tables, and sections that name them; loaded at 0x1000.
  var bytes: [UInt8] {
    var names: [UInt8] = [0]
    var symbols = [UInt8](repeating: 0, count: 24)
    for function in functions {
      symbols += Self.number(UInt64(names.count), 4) + [2, 0] + Self.number(3, 2)
      symbols += Self.number(function.start, 8) + Self.number(function.size, 8)
      names += Array(function.name.utf8) + [0]
    }
    let base = 64 + 56
    let symbolPlace = base
    let namePlace = symbolPlace + symbols.count
    let sectionPlace = namePlace + names.count
    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    file += Self.number(3, 2) + Self.number(62, 2) + Self.number(1, 4) + Self.number(0, 8)
    file += Self.number(64, 8) + Self.number(UInt64(sectionPlace), 8) + Self.number(0, 4)
    file += Self.number(64, 2) + Self.number(56, 2) + Self.number(1, 2) + Self.number(64, 2)
    file += Self.number(4, 2) + Self.number(2, 2)
    file += segment(type: 1, offset: 0, address: 0x1000, size: 0x10000)
    file += symbols + names
    file += section(type: 0, offset: 0, size: 0, link: 0, entry: 0)
    file += section(
      type: isStripped ? 11 : 2,
      offset: UInt64(symbolPlace),
      size: UInt64(symbols.count),
      link: 2,
      entry: 24
    )
    file += section(
      type: 3,
      offset: UInt64(namePlace),
      size: UInt64(names.count),
      link: 0,
      entry: 0
    )
    // The code, so that addresses of symbols are addresses in memory.
    file += section(type: 1, offset: 0, size: 0x10000, link: 0, entry: 0, flags: 6, address: 0x1000)
    return file
  }

  private func segment(type: UInt64, offset: UInt64, address: UInt64, size: UInt64) -> [UInt8] {
    Self.number(type, 4) + Self.number(5, 4) + Self.number(offset, 8) + Self.number(address, 8)
      + Self.number(address, 8) + Self.number(size, 8) + Self.number(size, 8)
      + Self.number(0x1000, 8)
  }

  private func section(
    type: UInt64,
    offset: UInt64,
    size: UInt64,
    link: UInt64,
    entry: UInt64,
    flags: UInt64 = 0,
    address: UInt64 = 0
  ) -> [UInt8] {
    Self.number(0, 4) + Self.number(type, 4) + Self.number(flags, 8) + Self.number(address, 8)
      + Self.number(offset, 8) + Self.number(size, 8) + Self.number(link, 4) + Self.number(0, 4)
      + Self.number(8, 8) + Self.number(entry, 8)
  }

  private static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
