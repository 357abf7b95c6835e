/// How many instructions each function has executed, as callgrind counted them.
///
/// The format: https://valgrind.org/docs/manual/cl-format.html
public struct CallgrindInstructions: Sendable, Equatable {
  /// The instructions of a function, without those that it called.
  public struct Function: Sendable, Equatable {
    /// The function, with the file of its program or library.
    public var frame: ProfileFrame
    /// How many.
    public var own: Int64

    /// Whether it belongs to the dynamic linker, which loads libraries and looks functions up.
    public var isLinking: Bool {
      frame.module.hasPrefix("ld-linux") || frame.symbol.hasPrefix("_dl_")
        || frame.symbol.hasPrefix("dl_")
    }
  }

  /// All instructions.
  public let total: Int64
  /// The instructions of the dynamic linker among them.
  public var linking: Int64 { functions.reduce(0) { $1.isLinking ? $0 + $1.own : $0 } }
  /// The functions, those with most first.
  public private(set) var functions: [Function]

  /// Reads a file of callgrind's whose event is `Ir`; nil if it is none.
  ///
  /// - Parameters:
  ///   - text: the file, with the names as the linker has them.
  ///   - shownModules: what programs and libraries are called that ran under other names.
  /// - Complexity: O(bytes).
  public init?(_ text: String, calling shownModules: [String: String] = [:]) {
    var total: Int64?
    var isProfile = false
    var names: [Substring: Substring] = [:]
    var modules: [Substring: Substring] = [:]
    var module = Substring()
    var current: ProfileFrame?
    var costs: [ProfileFrame: Int64] = [:]
    var isCall = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("fn=") {
        let symbol = String(Self.name(line.dropFirst(3), &names).prefix { $0 != "'" })
        let isKnown = !symbol.hasPrefix("0x") && symbol != "???"
        let own = module.split(separator: "/").last.map(String.init) ?? ""
        let file = shownModules[own] ?? own
        current = ProfileFrame(
          name: isKnown
            ? SymbolName.shown(symbol) : (file.hasPrefix("libc.so") ? "[libc]" : "[\(file)]"),
          symbol: isKnown ? symbol : "",
          module: file
        )
      } else if line.hasPrefix("ob=") {
        module = Self.name(line.dropFirst(3), &modules)
      } else if line.hasPrefix("cob=") {
        _ = Self.name(line.dropFirst(4), &modules)
      } else if line.hasPrefix("cfn=") {
        _ = Self.name(line.dropFirst(4), &names)
      } else if line.hasPrefix("calls=") {
        isCall = true
      } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
        total = line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
      } else if line.hasPrefix("events: Ir") {
        isProfile = true
      } else if let first = line.utf8.first, let current,
        first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: "*")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      {
        // The line after a call has what the called function took.
        defer { isCall = false }
        guard !isCall, let cost = line.split(separator: " ").last.flatMap({ Int64($0) }) else {
          continue
        }
        costs[current, default: 0] &+= cost
      }
    }
    guard let total, isProfile else { return nil }
    self.total = total
    functions = costs.map { Function(frame: $0.key, own: $0.value) }.sorted { one, other in
      if one.own != other.own { return one.own > other.own }
      return (one.frame.name, one.frame.symbol) < (other.frame.name, other.frame.symbol)
    }
  }

  /// The same with the names of handlers for the functions that are some.
  package func named(_ handlers: HandlerNames) -> CallgrindInstructions {
    guard !handlers.isEmpty else { return self }
    var named = self
    for (index, function) in functions.enumerated() {
      guard let name = handlers.name(ofSymbol: function.frame.symbol) else { continue }
      named.functions[index].frame.name = name
    }
    return named
  }

  /// The name behind `(12) malloc`, or behind `(12)` once it was said.
  private static func name(
    _ text: Substring,
    _ names: inout [Substring: Substring]
  ) -> Substring {
    guard text.first == "(", let end = text.firstIndex(of: ")") else { return text }
    let number = text[...end]
    let rest = text[text.index(after: end)...].drop { $0 == " " }
    if rest.isEmpty { return names[number] ?? "???" }
    names[number] = rest
    return rest
  }
}
