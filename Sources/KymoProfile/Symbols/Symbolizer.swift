/// Gives addresses of this process their names.
struct Symbolizer {
  private let map: ProcessMap
  private let program: String
  private let read: (String) -> [UInt8]?
  private var files: [String: ELFFile] = [:]  // Looked up, never iterated.
  private var frames: [UInt64: ProfileFrame] = [:]  // Looked up, never iterated.
  private(set) var isStripped = false

  /// What lies at an address.
  struct Place {
    var region: ProcessMap.Region
    var file: ELFFile
    /// The address as the file has it.
    var address: UInt64
    var function: ELFFile.Function?
  }

  /// Names what lies in this process now.
  init() {
    self.init(
      map: ProcessMap(
        String(decoding: UnsafeSmallFile.bytes("/proc/self/maps") ?? [], as: UTF8.self)
      ),
      program: UnsafeProgram.path
    ) { UnsafeSmallFile.bytes($0) }
  }

  /// Names what lies in a process.
  ///
  /// - Parameters:
  ///   - map: where its files lie.
  ///   - program: the file that was started.
  ///   - read: the bytes of a file.
  init(map: ProcessMap, program: String, read: @escaping (String) -> [UInt8]?) {
    self.map = map
    self.program = program
    self.read = read
  }

  /// What lies at an address; nil if no code does.
  mutating func place(_ address: UInt64) -> Place? {
    guard let region = map.region(at: address) else { return nil }
    let file = file(region.path)
    let offset = address - region.addresses.lowerBound &+ region.offset
    let own = file.address(ofOffset: offset) ?? offset
    return Place(region: region, file: file, address: own, function: file.function(at: own))
  }

  private mutating func file(_ path: String) -> ELFFile {
    if let file = files[path] { return file }
    // The program's own file may be gone from its place.
    let bytes = path.hasPrefix("/") ? read(path == program ? "/proc/self/exe" : path) : nil
    let file = ELFFile(bytes ?? [])
    if path == program, !file.hasSymbolTable { isStripped = true }
    files[path] = file
    return file
  }

  /// The function at an address, which is that of an instruction and not of what follows it.
  mutating func frame(_ address: UInt64) -> ProfileFrame {
    if let frame = frames[address] { return frame }
    let frame = makeFrame(address)
    frames[address] = frame
    return frame
  }

  private mutating func makeFrame(_ address: UInt64) -> ProfileFrame {
    guard let place = place(address) else { return ProfileFrame(name: "[unknown]") }
    let module = place.region.path.split(separator: "/").last.map(String.init) ?? ""
    if let function = place.function, let symbol = place.file.name(of: function) {
      return ProfileFrame(name: SymbolName.shown(symbol), symbol: symbol, module: module)
    }
    // The library of C has no names of what it keeps to itself, and who calls it knows what for.
    if module.hasPrefix("libc.so") { return ProfileFrame(name: "[libc]", module: module) }
    if module.isEmpty { return ProfileFrame(name: "[made at run time]") }
    if module.hasPrefix("[") { return ProfileFrame(name: module, module: module) }
    let start = place.function?.start ?? place.address
    return ProfileFrame(name: "\(module)+0x\(String(start, radix: 16))", module: module)
  }
}
