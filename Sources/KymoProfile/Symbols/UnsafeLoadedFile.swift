import CDwarf
import Glibc

/// A program or a library of a process: which functions lie where, and what its code consists of.
///
/// All addresses are those of the process. Whatever the file says is looked through by libelf and libdw; a file that is no
/// ELF has no functions.
///
/// SAFETY: `module` and `elf` belong to the session that this object keeps. The bytes of `image` are a
/// mapping of the file as long as `elf` lives, and are read within their length alone.
@safe final class LoadedFile {
  /// How many symbols of one file are read at most.
  private static let maximumSymbols: Int32 = 4_000_000

  /// A function.
  struct Function: Equatable {
    /// Where it begins.
    var start: UInt64
    /// Its symbol; nil if it has none.
    var symbol: String?
  }

  private struct Symbol {
    var start: UInt64
    /// How many bytes it has; 0 if the file does not say.
    var size: UInt64
    /// Whether the linker gave it to no other file.
    var isLocal: Bool
    var index: Int32
  }

  private struct Segment {
    var addresses: Range<UInt64>
    var offset: UInt64
  }

  private let session: AnyObject
  private let module: OpaquePointer?
  private let elf: OpaquePointer?
  private let image: UnsafeRawBufferPointer
  private var segments: [Segment] = []
  /// How much higher than the file says it lies in memory.
  let bias: UInt64
  private lazy var symbols = readSymbols()
  private lazy var frameTable = unsafe readFrameTable()
  private lazy var debug = unsafe module.flatMap { unsafe DebugScopes($0) }

  /// The file of a module of a session; nil stands for one that cannot be read.
  init(_ module: OpaquePointer?, of session: AnyObject) {
    self.session = session
    unsafe self.module = module
    var bias: GElf_Addr = 0
    let elf = unsafe module.flatMap { unsafe dwfl_module_getelf($0, &bias) }
    unsafe self.elf = elf
    self.bias = bias
    var size = 0
    let bytes = unsafe elf.flatMap { unsafe elf_rawfile($0, &size) }
    unsafe image = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : size)
    readSegments()
  }

  /// Whether it, or what was found to describe it, has the table of all its functions, not just of those that others
  /// call.
  var hasSymbolTable: Bool {
    guard let module = unsafe module, let elf = unsafe elf else { return false }
    if unsafe Self.hasSymbolTable(elf) { return true }
    var bias: Dwarf_Addr = 0
    guard let dwarf = unsafe dwfl_module_getdwarf(module, &bias),
      let other = unsafe dwarf_getelf(dwarf)
    else { return false }
    return unsafe Self.hasSymbolTable(other)
  }

  /// The function in which an address lies.
  func function(at address: UInt64) -> Function? {
    if let symbol = symbol(at: address) {
      return Function(start: symbol.start, symbol: name(symbol))
    }
    // Where it begins by the table for unwinding, which a stripped file has too.
    guard let table = unsafe frameTable else { return nil }
    var frame: OpaquePointer?
    guard unsafe dwarf_cfi_addrframe(table.cfi, address &- table.bias, &frame) == 0 else {
      return nil
    }
    defer { unsafe free(UnsafeMutableRawPointer(frame)) }
    var start: Dwarf_Addr = 0
    guard unsafe dwarf_frame_info(frame, &start, nil, nil) >= 0 else { return nil }
    return unsafe Function(start: start &+ table.bias, symbol: nil)
  }

  /// All symbols of the functions that begin at some addresses.
  func symbols(ofFunctionsAt addresses: Set<UInt64>) -> [UInt64: [String]] {
    var found: [UInt64: [String]] = [:]
    for symbol in allSymbols() where addresses.contains(symbol.start) {
      guard let name = name(symbol) else { continue }
      found[symbol.start, default: []].append(name)
    }
    return found
  }

  /// The function at an address and what is inlined there, the outermost first; empty if nothing is known.
  func scopes(at address: UInt64) -> [SourceScope] { debug?.scopes(at: address) ?? [] }

  /// The byte at an address, as the file has it.
  func byte(at address: UInt64) -> UInt8? {
    for segment in segments where segment.addresses.contains(address) {
      let place = address - segment.addresses.lowerBound &+ segment.offset
      return unsafe place < UInt64(image.count) ? image[Int(place)] : nil
    }
    return nil
  }

  // MARK: Reading

  private static func hasSymbolTable(_ elf: OpaquePointer) -> Bool {
    var section: OpaquePointer?
    while let next = unsafe elf_nextscn(elf, section) {
      unsafe section = next
      var header = GElf_Shdr()
      if unsafe gelf_getshdr(next, &header) != nil, header.sh_type == UInt32(SHT_SYMTAB) {
        return true
      }
    }
    return false
  }

  private func readSegments() {
    var count = 0
    guard let elf = unsafe elf, unsafe elf_getphdrnum(elf, &count) == 0 else { return }
    for index in 0..<count {
      var header = GElf_Phdr()
      guard unsafe gelf_getphdr(elf, Int32(index), &header) != nil,
        header.p_type == UInt32(PT_LOAD), header.p_filesz > 0
      else { continue }
      let start = header.p_vaddr &+ bias
      let (end, overflow) = start.addingReportingOverflow(header.p_filesz)
      if !overflow { segments.append(Segment(addresses: start..<end, offset: header.p_offset)) }
    }
  }

  /// The functions by their start; of several names for one place, the first of the table that others can see, or else
  /// the first.
  private func readSymbols() -> [Symbol] {
    var symbols = allSymbols()
    var last: UInt64?
    symbols.removeAll { symbol in
      defer { last = symbol.start }
      return symbol.start == last
    }
    return symbols
  }

  /// All symbols of functions by their start; of one start, those that others can see first.
  private func allSymbols() -> [Symbol] {
    guard let module = unsafe module else { return [] }
    var symbols: [Symbol] = []
    let count = unsafe min(dwfl_module_getsymtab(module), Self.maximumSymbols)
    var index: Int32 = 1
    while index < count {
      var symbol = GElf_Sym()
      var address: GElf_Addr = 0
      // A function, also one that is chosen when the program starts; not one that lies elsewhere.
      if unsafe dwfl_module_getsym_info(module, index, &symbol, &address, nil, nil, nil) != nil,
        [2, 10].contains(symbol.st_info & 15), symbol.st_shndx != 0
      {
        symbols.append(
          Symbol(
            start: address,
            size: symbol.st_size,
            isLocal: symbol.st_info >> 4 == 0,
            index: index
          )
        )
      }
      index += 1
    }
    symbols.sort {
      ($0.start, $0.isLocal ? 1 : 0, $0.index) < ($1.start, $1.isLocal ? 1 : 0, $1.index)
    }
    return symbols
  }

  private func symbol(at address: UInt64) -> Symbol? {
    var (low, high) = (0, symbols.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].start <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    // Behind the end of a function that says its size there is code without a name.
    return symbol.size == 0 || address - symbol.start < symbol.size ? symbol : nil
  }

  private func name(_ symbol: Symbol) -> String? {
    var record = GElf_Sym()
    var address: GElf_Addr = 0
    let name = unsafe dwfl_module_getsym_info(
      module,
      symbol.index,
      &record,
      &address,
      nil,
      nil,
      nil
    )
    guard let name = unsafe name else { return nil }
    let text = unsafe String(cString: name)
    return text.isEmpty ? nil : text
  }

  private func readFrameTable() -> (cfi: OpaquePointer, bias: UInt64)? {
    guard let module = unsafe module else { return nil }
    var bias: Dwarf_Addr = 0
    guard let table = unsafe dwfl_module_eh_cfi(module, &bias) else { return nil }
    return unsafe (table, bias)
  }
}
