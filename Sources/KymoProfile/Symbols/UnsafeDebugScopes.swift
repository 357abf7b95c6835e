import CDwarf

/// The compiler's statements on a file's functions: where their code lies, on which lines, and what
/// is inlined where.
///
/// Compilers leave out the table that libdw looks addresses up in (`.debug_aranges`), and types have far more entries than
/// functions: the functions with code are listed once, and what is inlined is looked for below one function alone.
///
/// SAFETY: `dwarf` belongs to a module of the session that its ``LoadedFile`` belongs to. Entries are values that point into
/// it; texts end with a zero within it and are copied.
@safe final class DebugScopes {
  /// How deep entries are followed, and how many of one parent: more than any compiler writes.
  private static let maximumDepth = 256, maximumEntries = 1 << 24

  /// Code of a function.
  private struct Code {
    var start: UInt64
    var end: UInt64
    /// The function's entry.
    var entry: UInt64
  }

  private let dwarf: OpaquePointer
  private let bias: UInt64
  private var codes: [Code] = []

  /// Lists the functions of a module; nil if nobody has described them.
  init?(_ module: OpaquePointer) {
    var bias: Dwarf_Addr = 0
    guard let dwarf = unsafe dwfl_module_getdwarf(module, &bias) else { return nil }
    unsafe self.dwarf = dwarf
    self.bias = bias
    listUnits()
    codes.sort { ($0.start, $0.end, $0.entry) < ($1.start, $1.end, $1.entry) }
  }

  /// The function at an address and what is inlined there, the outermost first; empty if nothing is known.
  func scopes(at address: UInt64) -> [SourceScope] {
    let counter = address &- bias
    guard let code = code(at: counter) else { return [] }
    var function = unsafe Dwarf_Die()
    var unit = unsafe Dwarf_Die()
    guard unsafe dwarf_offdie(dwarf, code.entry, &function) != nil,
      unsafe dwarf_diecu(&function, &unit, nil, nil) != nil
    else { return [] }
    var entries = unsafe [function]
    unsafe appendInlined(at: counter, below: function, to: &entries)
    var scopes: [SourceScope] = []
    for index in unsafe entries.indices {
      let place =
        unsafe index + 1 < entries.count
        ? caller(&entries[index + 1]) : line(at: counter, &unit)
      unsafe scopes.append(
        SourceScope(symbol: symbol(&entries[index]), declared: start(&entries[index]), place: place)
      )
    }
    return scopes
  }

  private func code(at counter: UInt64) -> Code? {
    var (low, high) = (0, codes.count)
    while low < high {
      let middle = (low + high) / 2
      if codes[middle].start <= counter { low = middle + 1 } else { high = middle }
    }
    guard low > 0, counter < codes[low - 1].end else { return nil }
    return codes[low - 1]
  }

  // MARK: Lists

  private func listUnits() {
    var offset: Dwarf_Off = 0
    var next: Dwarf_Off = 0
    var headerSize = 0
    while unsafe dwarf_nextcu(dwarf, offset, &next, &headerSize, nil, nil, nil) == 0,
      next > offset
    {
      var unit = unsafe Dwarf_Die()
      if unsafe dwarf_offdie(dwarf, offset + UInt64(headerSize), &unit) != nil {
        unsafe listFunctions(below: &unit, depth: 0)
      }
      offset = next
    }
  }

  private func listFunctions(below parent: inout Dwarf_Die, depth: Int) {
    var entry = unsafe Dwarf_Die()
    guard depth < Self.maximumDepth, unsafe dwarf_child(&parent, &entry) == 0 else { return }
    for _ in 0..<Self.maximumEntries {
      switch unsafe Int(dwarf_tag(&entry)) {
      case DW_TAG_subprogram: unsafe listCode(of: &entry)
      case DW_TAG_namespace, DW_TAG_module, DW_TAG_structure_type, DW_TAG_class_type,
        DW_TAG_enumeration_type:
        unsafe listFunctions(below: &entry, depth: depth + 1)
      default: break
      }
      guard unsafe advance(&entry) else { return }
    }
  }

  /// Goes on to the next entry of the same parent, if there is one.
  private func advance(_ entry: inout Dwarf_Die) -> Bool {
    var next = unsafe Dwarf_Die()
    guard unsafe dwarf_siblingof(&entry, &next) == 0 else { return false }
    unsafe entry = next
    return true
  }

  private func listCode(of function: inout Dwarf_Die) {
    var (base, start, end): (Dwarf_Addr, Dwarf_Addr, Dwarf_Addr) = (0, 0, 0)
    var place = 0
    while true {
      place = unsafe dwarf_ranges(&function, place, &base, &start, &end)
      guard place > 0 else { return }
      // What the linker has left out begins at 0, or nearly.
      guard start > 1, start < end else { continue }
      unsafe codes.append(
        Code(start: start, end: end, entry: dwarf_dieoffset(&function))
      )
    }
  }

  // MARK: One address

  private func appendInlined(
    at counter: UInt64,
    below function: Dwarf_Die,
    to entries: inout [Dwarf_Die]
  ) {
    var parent = unsafe function
    for _ in 0..<Self.maximumDepth {
      var entry = unsafe Dwarf_Die()
      guard unsafe dwarf_child(&parent, &entry) == 0 else { return }
      var isFound = false
      for _ in 0..<Self.maximumEntries {
        let tag = unsafe Int(dwarf_tag(&entry))
        let isScope =
          tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block
          || tag == DW_TAG_try_block || tag == DW_TAG_catch_block
        if isScope, unsafe dwarf_haspc(&entry, counter) == 1 {
          if tag == DW_TAG_inlined_subroutine { unsafe entries.append(entry) }
          isFound = true
          break
        }
        guard unsafe advance(&entry) else { break }
      }
      guard isFound else { return }
      unsafe parent = entry
    }
  }

  private func symbol(_ entry: inout Dwarf_Die) -> String {
    for name in [DW_AT_linkage_name, DW_AT_MIPS_linkage_name] {
      var attribute = unsafe Dwarf_Attribute()
      if unsafe dwarf_attr_integrate(&entry, UInt32(name), &attribute) != nil,
        let text = unsafe dwarf_formstring(&attribute)
      {
        return unsafe String(cString: text)
      }
    }
    guard let text = unsafe dwarf_diename(&entry) else { return "" }
    return unsafe String(cString: text)
  }

  /// Where a function begins.
  private func start(_ entry: inout Dwarf_Die) -> (file: String, line: Int) {
    unsafe place(&entry, file: DW_AT_decl_file, line: DW_AT_decl_line)
  }

  /// Where what is inlined is called from.
  private func caller(_ entry: inout Dwarf_Die) -> (file: String, line: Int) {
    unsafe place(&entry, file: DW_AT_call_file, line: DW_AT_call_line)
  }

  /// Returns the place that an entry, or the one that it was made from, states in two numbers.
  ///
  /// Files of an entry are those of its unit. The first has the number 0 since version 5, which libdw's own functions take
  /// for none.
  private func place(
    _ entry: inout Dwarf_Die,
    file: Int,
    line: Int
  ) -> (file: String, line: Int) {
    var attribute = unsafe Dwarf_Attribute()
    var (index, row): (Dwarf_Word, Dwarf_Word) = (0, 0)
    guard unsafe dwarf_attr_integrate(&entry, UInt32(line), &attribute) != nil,
      unsafe dwarf_formudata(&attribute, &row) == 0, row > 0,
      unsafe dwarf_attr_integrate(&entry, UInt32(file), &attribute) != nil,
      unsafe dwarf_formudata(&attribute, &index) == 0
    else { return ("", 0) }
    var unit = unsafe Dwarf_Die()
    var version: Dwarf_Half = 0
    var files: OpaquePointer?
    var count = 0
    guard
      unsafe dwarf_cu_die(attribute.cu, &unit, &version, nil, nil, nil, nil, nil) != nil,
      index > 0 || version >= 5, unsafe dwarf_getsrcfiles(&unit, &files, &count) == 0,
      index < UInt64(count), let path = unsafe dwarf_filesrc(files, Int(index), nil, nil)
    else { return ("", 0) }
    return unsafe (String(cString: path), Int(clamping: row))
  }

  /// The line that an instruction belongs to.
  private func line(at counter: UInt64, _ unit: inout Dwarf_Die) -> (file: String, line: Int) {
    var line: Int32 = 0
    guard let row = unsafe dwarf_getsrc_die(&unit, counter),
      unsafe dwarf_lineno(row, &line) == 0,
      let file = unsafe dwarf_linesrc(row, nil, nil)
    else { return ("", 0) }
    return unsafe (String(cString: file), max(0, Int(line)))
  }
}
