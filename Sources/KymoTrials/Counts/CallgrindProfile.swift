import KymoProfile

/// The sums of a callgrind profile.
///
/// The format: https://valgrind.org/docs/manual/cl-format.html. Names are written once, with a number in
/// parentheses that stands for them afterwards. `fn=` is the function that executes, `cfn=` the one it calls.
struct CallgrindProfile: Equatable {
  /// Functions that do one thing; where one calls another of them, that is not a second time.
  enum Family: CaseIterable {
    case allocator, retain, release

    /// The functions of libc and of the Swift runtime.
    var names: Set<String> {
      switch self {
      case .allocator:
        ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign", "valloc"]
      case .retain: Self.counting("etain", "Retain")
      case .release: Self.counting("elease", "Release")
      }
    }

    /// The runtime's entries, whose names end in `retain` and the like, with `_n` if they count on.
    private static func counting(_ end: String, _ capital: String) -> Set<String> {
      let first = capital.prefix(1).lowercased()
      let stems = [
        "swift_\(first)\(end)", "swift_nonatomic_\(first)\(end)", "swift_bridgeObject\(capital)",
        "swift_nonatomic_bridgeObject\(capital)", "swift_unknownObject\(capital)",
        "swift_nonatomic_unknownObject\(capital)",
      ]
      return Set(stems + stems.map { $0 + "_n" })
    }
  }

  /// How many instructions were executed.
  var instructions: Int64
  /// How often memory was asked for.
  var allocations: Int64 { calls[.allocator] ?? 0 }
  /// How often a reference was counted up.
  var retains: Int64 { calls[.retain] ?? 0 }
  /// How often a reference was counted down.
  var releases: Int64 { calls[.release] ?? 0 }

  private var calls: [Family: Int64] = [:]
  /// The functions and the handlers among them.
  private(set) var functions = FunctionCounts()

  /// Reads a profile; nil if it is none.
  ///
  /// - Parameters:
  ///   - text: the profile, with the names as the linker has them.
  ///   - names: what handlers are called that are closures.
  init?(_ text: String, handlers names: HandlerNames = HandlerNames()) {
    var total: Int64?
    var families: [Substring: Family?] = [:]
    var caller: Family?
    var callee: Family?
    var isProfile = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("cfn=") {
        callee = Self.family(line.dropFirst(4), &families)
      } else if line.hasPrefix("fn=") {
        caller = Self.family(line.dropFirst(3), &families)
      } else if line.hasPrefix("calls="), let family = callee {
        if family != caller {
          calls[family, default: 0] += Int64(line.dropFirst(6).prefix { $0.isNumber }) ?? 0
        }
      } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
        total = line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
      } else if line.hasPrefix("events: Ir") {
        isProfile = true
      }
    }
    guard let total, isProfile else { return nil }
    instructions = total
    functions = FunctionCounts(callgrind: text, handlers: names)
  }

  private static let families: [String: Family] = Dictionary(
    uniqueKeysWithValues: Family.allCases.flatMap { family in family.names.map { ($0, family) } }
  )

  /// The family of `(12) malloc'2`, or of `(12)` once it was said; nil for other functions.
  private static func family(_ text: Substring, _ names: inout [Substring: Family?]) -> Family? {
    guard text.first == "(", let end = text.firstIndex(of: ")") else {
      return families[String(text.prefix { $0 != "'" })]
    }
    let number = text[...end]
    let rest = text[text.index(after: end)...].drop { $0 == " " }
    guard !rest.isEmpty else { return names[number] ?? nil }
    // 'n marks the n-th level of a recursion.
    let family = families[String(rest.prefix { $0 != "'" })]
    names[number] = .some(family)
    return family
  }
}
