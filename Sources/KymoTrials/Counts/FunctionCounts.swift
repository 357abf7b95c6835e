import KymoBench
import KymoProfile

/// The functions of a callgrind profile: what they executed, and which of them are handlers.
///
/// A handler is what the dispatcher calls and is either known to be one or of no library of this package or of Swift's;
/// its count contains all that it calls. Functions are kept by their symbols, and compared by the names that a reader wants to see: those that
/// differ only in how the compiler came to them are one.
struct FunctionCounts: Equatable {
  /// How often a handler was called, and what it executed with all that it called.
  struct Handler: Equatable {
    var calls: Int64 = 0
    var instructions: Int64 = 0
  }

  /// The instructions of each function alone, by symbol.
  private(set) var own: [String: Int64] = [:]
  /// The handlers by symbol.
  private(set) var handlers: [String: Handler] = [:]
  /// How often each function of Swift asked for memory, by symbol.
  private(set) var allocations: [String: Int64] = [:]

  /// The names of handlers that are closures.
  private(set) var names = HandlerNames()

  /// How much of its instructions for an event a function has to change to be named.
  static let namedDifference = 0.5
  /// How many functions are kept of a comparison.
  static let maximumChanges = 10

  /// Nothing.
  init() {}

  /// Reads a profile whose names are as the linker has them.
  ///
  /// - Parameters:
  ///   - text: the profile.
  ///   - names: what handlers are called that are closures.
  /// - Complexity: O(bytes).
  init(callgrind text: String, handlers names: HandlerNames = HandlerNames()) {
    self.names = names
    var reader = Reader()
    for line in text.split(separator: "\n") { reader.read(line) }
    for (function, cost) in reader.own { own[reader.symbols[function], default: 0] += cost }
    for (function, handler) in reader.handlers(names) {
      handlers[reader.symbols[function]] = handler
    }
    for (call, cost) in reader.edges
    where Self.allocating.contains(reader.symbols[call.callee])
      && reader.symbols[call.caller].hasPrefix("$s")
    {
      allocations[reader.symbols[call.caller], default: 0] += cost.calls
    }
  }

  /// The functions of the runtime and of libc through which Swift gets memory.
  private static let allocating: Set<String> = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "swift_slowAlloc",
    "swift_slowAllocTyped", "swift_allocObject", "swift_allocObjectTyped", "swift_allocBox",
  ]

  /// Returns the rest of a run without a shorter one; what is the same in both is left out.
  func subtracting(_ shorter: FunctionCounts) -> FunctionCounts {
    var result = FunctionCounts()
    result.names = names
    result.own = Self.difference(own, shorter.own)
    result.allocations = Self.difference(allocations, shorter.allocations)
    for symbol in Set(handlers.keys).union(shorter.handlers.keys) {
      let (all, less) = (handlers[symbol] ?? Handler(), shorter.handlers[symbol] ?? Handler())
      let rest = Handler(
        calls: all.calls - less.calls,
        instructions: all.instructions - less.instructions
      )
      if rest != Handler() { result.handlers[symbol] = rest }
    }
    return result
  }

  private static func difference(
    _ all: [String: Int64],
    _ less: [String: Int64]
  ) -> [String: Int64] {
    var result = all
    for (symbol, count) in less { result[symbol, default: 0] -= count }
    return result.filter { $0.value != 0 }
  }

  /// Counts by the names that a reader sees.
  private static func named(
    _ counts: [String: Int64],
    _ names: HandlerNames
  ) -> [String: Int64] {
    var result: [String: Int64] = [:]
    for (symbol, count) in counts { result[names.shownName(ofSymbol: symbol), default: 0] += count }
    return result
  }

  /// The handlers by the names that a reader sees: of a method `handle`, the name of its type.
  private func namedHandlers(_ names: HandlerNames) -> [String: Handler] {
    var result: [String: Handler] = [:]
    for (symbol, handler) in handlers {
      var name = names.shownName(ofSymbol: symbol)
      if name.hasSuffix(".handle") { name.removeLast(".handle".count) }
      result[name, default: Handler()].calls += handler.calls
      result[name, default: Handler()].instructions += handler.instructions
    }
    return result
  }

  /// The functions that execute more or fewer instructions in another build, per event.
  func changes(to head: FunctionCounts, events: Int) -> [CountChange] {
    changes(from: own, to: head.own, of: head, events)
  }

  /// The functions that ask for memory more or less often, per event.
  func allocationChanges(to head: FunctionCounts, events: Int) -> [CountChange] {
    changes(from: allocations, to: head.allocations, of: head, events, least: 0.001)
  }

  /// The names of this build and those of another, with which they can be compared: none, if one of them says none.
  private func comparableNames(_ head: FunctionCounts) -> (base: HandlerNames, head: HandlerNames) {
    names.isEmpty || head.names.isEmpty ? (HandlerNames(), HandlerNames()) : (names, head.names)
  }

  private func changes(
    from base: [String: Int64],
    to head: [String: Int64],
    of other: FunctionCounts,
    _ events: Int,
    least: Double = namedDifference
  ) -> [CountChange] {
    let names = comparableNames(other)
    let (base, head) = (Self.named(base, names.base), Self.named(head, names.head))
    let all = Set(base.keys).union(head.keys).compactMap { name -> CountChange? in
      let change = CountChange(
        name: name,
        base: Double(base[name] ?? 0) / Double(max(events, 1)),
        head: Double(head[name] ?? 0) / Double(max(events, 1))
      )
      return abs(change.difference) >= least ? change : nil
    }
    let sorted = all.sorted {
      (-abs($0.difference), $0.name) < (-abs($1.difference), $1.name)
    }
    return Array(sorted.prefix(Self.maximumChanges))
  }

  /// Whether any handler that was called is known by name; in a program that was stripped none is.
  var hasNames: Bool { handlers.values.contains { $0.calls > 0 } }

  /// Each handler against itself in another build, those with most instructions first.
  ///
  /// The calls are as many in both, or the digests would differ. A handler that only one build has is not compared,
  /// and says so. If one build does not know the names of its closures, neither is asked for them.
  func handlerComparisons(with head: FunctionCounts) -> [CountComparison] {
    let names = comparableNames(head)
    let (ofBase, ofHead) = (namedHandlers(names.base), head.namedHandlers(names.head))
    func isCalled(_ handler: Handler?) -> Bool { (handler?.calls ?? 0) > 0 }
    let nameless = [(GateSide.base, self), (.head, head)].filter { !$0.1.hasNames }
    guard nameless.isEmpty else {
      let who =
        nameless.count == 2 ? "neither build has" : "\(nameless[0].0.rawValue) has no"
      return [
        CountComparison(
          name: "instructions of each handler",
          unavailable: "\(who) names of handlers, as when it is stripped",
          handler: "handlers"
        )
      ]
    }
    let called = Set(ofBase.keys).union(ofHead.keys)
      .filter { isCalled(ofBase[$0]) || isCalled(ofHead[$0]) }
    func weight(_ name: String) -> Int64 {
      max(ofBase[name]?.instructions ?? 0, ofHead[name]?.instructions ?? 0)
    }
    let sorted = called.sorted { (-weight($0), $0) < (-weight($1), $1) }
    return sorted.map { name in
      let title = "instructions of \(name)"
      guard let old = ofBase[name], let new = ofHead[name], isCalled(old), isCalled(new)
      else {
        let side = isCalled(ofBase[name]) ? GateSide.base : .head
        return CountComparison(
          name: title,
          unavailable: "only \(side.rawValue) has this handler",
          handler: name
        )
      }
      // Of another number of calls, a share.
      let calls = old.calls
      let instructions =
        new.calls == calls
        ? new.instructions
        : Int64((Double(new.instructions) / Double(new.calls) * Double(calls)).rounded())
      return CountComparison(
        name: title,
        base: old.instructions,
        head: instructions,
        events: Int(calls),
        allowedShare: GateCounter.allowedShare,
        allowedPerEvent: GateCounter.allowedPerEvent,
        handler: name
      )
    }
  }
}

extension FunctionCounts {
  /// Reads lines of callgrind's format.
  fileprivate struct Reader {
    struct Call: Hashable {
      var caller: Int
      var callee: Int
    }

    /// The functions' names as the linker has them, by number.
    private(set) var symbols: [String] = []
    private(set) var own: [Int: Int64] = [:]
    private(set) var edges: [Call: Handler] = [:]

    private var numbers: [String: Int] = [:]
    private var names: [Substring: Int] = [:]
    private var current: Int?
    private var callee: Int?
    private var calls: Int64?

    mutating func read(_ line: Substring) {
      if line.hasPrefix("fn=") {
        current = function(line.dropFirst(3))
      } else if line.hasPrefix("cfn=") {
        callee = function(line.dropFirst(4))
      } else if line.hasPrefix("calls=") {
        calls = Int64(line.dropFirst(6).prefix { $0.isNumber }) ?? 0
      } else if let first = line.utf8.first, let current,
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || "+-*".utf8.contains(first),
        let cost = line.split(separator: " ").last.flatMap({ Int64($0) })
      {
        if let count = calls, let callee {
          let call = Call(caller: current, callee: callee)
          edges[call, default: Handler()].calls += count
          edges[call, default: Handler()].instructions += cost
          calls = nil
        } else {
          own[current, default: 0] += cost
        }
      }
    }

    /// Returns the functions that the dispatcher calls and that are known to be handlers, or are
    /// neither of this package's tool nor of Swift.
    ///
    /// The dispatcher may be inlined into the run that has it.
    func handlers(_ names: HandlerNames) -> [Int: Handler] {
      var found: [Int: Handler] = [:]
      for (call, cost) in edges
      where Self.dispatching.contains(where: symbols[call.caller].hasPrefix)
        && (names.hasHandler(symbols[call.callee]) || Self.isHandler(symbols[call.callee]))
      {
        found[call.callee, default: Handler()].calls += cost.calls
        found[call.callee, default: Handler()].instructions += cost.instructions
      }
      return found
    }

    private static let dispatching = ["$s8KymoCore", "$s9KymoBench", "$s8KymoTool"]
    /// The libraries that work around handlers and have none themselves; the sample apps were in KymoDevice once.
    private static let tools: Set<Substring> = [
      "KymoBench", "KymoBridge", "KymoCapture", "KymoClient", "KymoCommandLine", "KymoCore",
      "KymoDeflate", "KymoFetch", "KymoFormats", "KymoQuery", "KymoHTTP", "KymoHistogram",
      "KymoMCAP",
      "KymoPoll",
      "KymoProfile", "KymoRecording", "KymoReport", "KymoScript", "KymoServer", "KymoSynth",
      "KymoText", "KymoTool", "KymoTraffic", "KymoTrials", "Synchronization",
    ]

    /// Whether a function belongs to an app: its symbol begins with the length of its module's name, and the name.
    ///
    /// A property that is read, such as the code of an app's error, is no handler, nor is what reads it for a protocol.
    private static func isHandler(_ symbol: String) -> Bool {
      guard symbol.hasPrefix("$s") else { return false }
      let rest = symbol.dropFirst(2)
      let digits = rest.prefix { $0.isNumber }
      guard let length = Int(digits), length > 0 else { return false }
      return !tools.contains(rest.dropFirst(digits.count).prefix(length))
        && !ProfileFrame.shownName(ofSymbol: symbol).hasSuffix(".getter")
    }

    /// The number of `(12) malloc'2`, or of `(12)` once it was said.
    private mutating func function(_ text: Substring) -> Int {
      var key = text
      var name = text
      if text.first == "(", let end = text.firstIndex(of: ")") {
        key = text[...end]
        name = text[text.index(after: end)...].drop { $0 == " " }
        if name.isEmpty, let known = names[key] { return known }
      }
      // 'n marks the n-th level of a recursion.
      let symbol = String(name.prefix { $0 != "'" })
      let number = numbers[symbol] ?? symbols.count
      if number == symbols.count {
        symbols.append(symbol)
        numbers[symbol] = number
      }
      names[key] = number
      return number
    }
  }
}
