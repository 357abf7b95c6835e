/// Gives addresses of this process their names.
struct Symbolizer {
  private let map: ProcessMap
  private let program: String
  private let files: LoadedFiles
  private var frames: [UInt64: [ProfileFrame]] = [:]  // Looked up, never iterated.
  private var names: [String: String] = [:]  // Looked up, never iterated.
  private(set) var isStripped = false
  private var hasSeenProgram = false

  /// The place of an address: its region and its file.
  struct Place {
    var region: ProcessMap.Region
    /// Nil if it lies in none that can be read.
    var file: LoadedFile?
    fileprivate var address: UInt64

    /// The function in which it lies.
    var function: LoadedFile.Function? { file?.function(at: address) }
  }

  /// Names what lies in this process now.
  init() {
    map = .own
    program = UnsafeProgram.path
    files = .own(map)
  }

  /// Names what lies in a process.
  ///
  /// - Parameters:
  ///   - map: where its files lie.
  ///   - program: the file that was started.
  ///   - open: a descriptor that reads what a path of the map names, below 0 if there is none.
  init(map: ProcessMap, program: String, open: @escaping (String) -> Int32) {
    self.map = map
    self.program = program
    files = LoadedFiles(map.files, open: open)
  }

  /// Returns the place of an address; nil if no code lies there.
  mutating func place(_ address: UInt64) -> Place? {
    guard let region = map.region(at: address) else { return nil }
    let file = region.file.map { files[$0] }
    if !hasSeenProgram, region.path == program {
      hasSeenProgram = true
      isStripped = file?.hasSymbolTable != true
    }
    return Place(region: region, file: file, address: address)
  }

  /// All symbols of the functions that begin at some addresses; an address without any is left out.
  ///
  /// - Complexity: O(symbols of the files in which they lie).
  mutating func symbols(ofFunctionsAt addresses: Set<UInt64>) -> [UInt64: [String]] {
    var symbols: [UInt64: [String]] = [:]
    var seen: Set<Int> = []
    for address in addresses {
      guard let file = map.region(at: address)?.file, seen.insert(file).inserted else { continue }
      symbols.merge(files[file].symbols(ofFunctionsAt: addresses)) { first, _ in first }
    }
    return symbols
  }

  /// The function at an address and what is inlined there, the outermost first; never empty.
  ///
  /// The address is that of an instruction, and not of what follows it.
  mutating func frames(_ address: UInt64) -> [ProfileFrame] {
    if let frames = frames[address] { return frames }
    let made = makeFrames(address)
    frames[address] = made
    return made
  }

  private mutating func makeFrames(_ address: UInt64) -> [ProfileFrame] {
    guard let place = place(address) else { return [ProfileFrame(name: "[unknown]")] }
    // What the kernel put there has names, which nobody knows.
    if place.region.path.hasPrefix("[") {
      return [ProfileFrame(name: place.region.path, module: place.region.path)]
    }
    let module = place.region.path.split(separator: "/").last.map(String.init) ?? ""
    let scopes = place.file?.scopes(at: address) ?? []
    let function = place.function
    guard let symbol = function?.symbol ?? scopes.first?.symbol, !symbol.isEmpty else {
      return [nameless(place, function, module)]
    }
    var frames = [ProfileFrame(name: shown(symbol), symbol: symbol, module: module)]
    frames[0].add(scopes.first)
    for scope in scopes.dropFirst() where !scope.symbol.isEmpty {
      var frame = ProfileFrame(name: shown(scope.symbol), symbol: scope.symbol, module: module)
      frame.add(scope)
      frame.isInlined = true
      frames.append(frame)
    }
    return frames
  }

  private func nameless(
    _ place: Place,
    _ function: LoadedFile.Function?,
    _ module: String
  ) -> ProfileFrame {
    // The library of C has no names of what it keeps to itself, and who calls it knows what for.
    if module.hasPrefix("libc.so") { return ProfileFrame(name: "[libc]", module: module) }
    if module.isEmpty { return ProfileFrame(name: "[made at run time]") }
    let offset = place.address - place.region.addresses.lowerBound &+ place.region.offset
    let start = function.map { $0.start &- (place.file?.bias ?? 0) } ?? offset
    return ProfileFrame(name: "\(module)+0x\(String(start, radix: 16))", module: module)
  }

  private mutating func shown(_ symbol: String) -> String {
    if let name = names[symbol] { return name }
    let name = SymbolName.shown(symbol)
    names[symbol] = name
    return name
  }
}

extension ProfileFrame {
  /// Takes over where a function stands in the sources.
  fileprivate mutating func add(_ scope: SourceScope?) {
    guard let scope else { return }
    (file, line, firstLine) = (scope.file, scope.line, scope.firstLine)
  }
}
