/// A function on a stack.
public struct ProfileFrame: Sendable, Equatable, Hashable {
  /// The name for a reader: demangled and shortened, or `module+0x12ab` for a function without a symbol.
  public var name: String
  /// The symbol as the linker or the compiler has it; empty if there is none.
  public var symbol: String
  /// The file of the program or library that it lies in, without folders; empty if unknown.
  public var module: String
  /// The source file that the function stands in; empty if unknown.
  public var file: String
  /// The line of that file that is at work, or that calls the next function of the stack; 0 if unknown.
  public var line: Int
  /// The line of that file on which the function begins; 0 if unknown.
  public var firstLine: Int
  /// Whether it has no code of its own there: it was inlined into the function before it on the stack.
  public var isInlined: Bool

  /// A function.
  public init(
    name: String,
    symbol: String = "",
    module: String = "",
    file: String = "",
    line: Int = 0,
    firstLine: Int = 0,
    isInlined: Bool = false
  ) {
    self.name = name
    self.symbol = symbol
    self.module = module
    self.file = file
    self.line = line
    self.firstLine = firstLine
    self.isInlined = isInlined
  }

  /// The name that a reader sees for a symbol; the symbol itself if it is none of Swift or C++.
  public static func shownName(ofSymbol symbol: String) -> String { SymbolName.shown(symbol) }

  /// The function, wherever in it something is at work: the same for all frames of one function.
  var function: ProfileFrame {
    var function = self
    (function.line, function.isInlined) = (0, false)
    return function
  }

  /// The features that tell functions apart.
  struct Identity: Hashable {
    var name: String
    var symbol: String
    var module: String
  }

  /// The identity that tells its function from others.
  var identity: Identity { Identity(name: name, symbol: symbol, module: module) }

  /// Where it is to be found: its source file, or else the program or library.
  var sourceOrModule: String { file.isEmpty ? module : file }
}

extension [ProfileFrame] {
  /// Which frames have something in common.
  ///
  /// - Parameter common: what they have in common.
  /// - Returns: for each frame its group, and for each group its first frame; groups are in the order of those.
  /// - Complexity: O(frames).
  func grouped<Common: Hashable>(
    by common: (ProfileFrame) -> Common
  ) -> (groups: [Int], firsts: [Int]) {
    var known: [Common: Int] = [:]
    var (groups, firsts): ([Int], [Int]) = ([], [])
    for (index, frame) in enumerated() {
      let group = known[common(frame)] ?? firsts.count
      if group == firsts.count {
        known[common(frame)] = group
        firsts.append(index)
      }
      groups.append(group)
    }
    return (groups, firsts)
  }
}
