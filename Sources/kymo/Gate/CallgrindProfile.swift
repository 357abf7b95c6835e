/// The sums of a callgrind profile.
///
/// The format: https://valgrind.org/docs/manual/cl-format.html. Names are written once, with a number in
/// parentheses that stands for them afterwards.
struct CallgrindProfile: Equatable {
  /// The functions that hand out memory.
  static let allocators: Set<String> = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign", "valloc",
  ]

  /// How many instructions were executed.
  var instructions: Int64
  /// How often memory was asked for.
  var allocations: Int64

  /// Reads a profile; nil if it is none.
  init?(_ text: String) {
    var total: Int64?
    var names: [Substring: String] = [:]
    var isAllocator = false
    allocations = 0
    for line in text.split(separator: "\n") {
      if line.hasPrefix("cfn=") {
        isAllocator = Self.name(line.dropFirst(4), &names).map(Self.allocators.contains) ?? false
      } else if line.hasPrefix("fn=") {
        _ = Self.name(line.dropFirst(3), &names)
      } else if line.hasPrefix("calls="), isAllocator {
        allocations += Int64(line.dropFirst(6).prefix { $0.isNumber }) ?? 0
      } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
        total = line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
      }
    }
    guard let total, text.contains("events: Ir") else { return nil }
    instructions = total
  }

  /// The name of `(12) malloc'2`, or of `(12)` once it was said.
  private static func name(_ text: Substring, _ names: inout [Substring: String]) -> String? {
    guard text.first == "(", let end = text.firstIndex(of: ")") else { return String(text) }
    let number = text[...end]
    let rest = text[text.index(after: end)...].drop { $0 == " " }
    guard !rest.isEmpty else { return names[number] }
    // 'n marks the n-th level of a recursion.
    let name = String(rest.prefix { $0 != "'" })
    names[number] = name
    return name
  }
}
