import KymoText

/// The stacks that end before the function in which their thread began: neither frame pointers nor the tables for
/// unwinding led on.
public struct CutStacks: Sendable, Equatable {
  /// A program or a library in which stacks end.
  public struct Module: Sendable, Equatable {
    /// Its file, without folders; empty for code that lies in none.
    public var name: String
    /// How many samples end there.
    public var count: Int
  }

  /// How many modules the text names.
  private static let shownModules = 3

  /// How many samples have such a stack.
  public let count: Int
  /// Of how many; those that a script engine took of its own functions are none of them.
  public let all: Int
  /// Where they end, those with most first.
  public let modules: [Module]

  /// Looks for them in the samples of a profile.
  ///
  /// - Complexity: O(samples).
  public init(_ profile: Profile) {
    var counts: [String: Int] = [:]
    var (count, all) = (0, 0)
    for sample in profile.samples
    where profile.threads[sample.thread].name != Profile.scriptThread {
      all += sample.count
      let frames = sample.stack.map { profile.frames[$0] }
      guard let outermost = Self.cutFrame(of: frames) else { continue }
      count += sample.count
      counts[outermost.module, default: 0] += sample.count
    }
    (self.count, self.all) = (count, all)
    modules = counts.map { Module(name: $0.key, count: $0.value) }.sorted { one, other in
      one.count == other.count ? one.name < other.name : one.count > other.count
    }
  }

  /// The frame at which a stack ends too early; nil if it is whole, or empty.
  static func cutFrame(of stack: [ProfileFrame]) -> ProfileFrame? {
    // A page is put in front of what its engine does, whose callers are not known.
    guard let outermost = stack.first(where: { $0.module != "page" }),
      !outermost.isRoot(hasCallees: stack.count > 1)
    else { return nil }
    return outermost
  }

  /// How many there are and where, in a sentence; nil if there are none.
  public var text: String? {
    guard count > 0 else { return nil }
    let shown = modules.prefix(Self.shownModules).map(\.shortName)
    let left = modules.count - shown.count
    let names = shown.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
    return "\(NumberText.grouped(count)) of \(NumberText.grouped(all)) stacks end early, "
      + "where neither frame pointers nor tables lead on (\(names))"
  }
}

extension CutStacks.Module {
  /// `libzstd` for `libzstd.so.1.5.4`.
  fileprivate var shortName: String {
    if name.isEmpty { return "code made at run time" }
    var length = name.startIndex
    while length < name.endIndex, !name[length...].hasPrefix(".so") {
      length = name.index(after: length)
    }
    return String(name[..<length])
  }
}

extension ProfileFrame {
  /// Whether a thread begins in it, or in what calls it.
  ///
  /// The library of C has no names for where it starts a thread; what it calls itself, it does not return through.
  fileprivate func isRoot(hasCallees: Bool) -> Bool {
    if module.hasPrefix("libc.so"), symbol.isEmpty { return hasCallees }
    return symbol == "main" || symbol == "_start" || symbol == "start_thread"
      || symbol.hasSuffix("_main") || symbol.hasPrefix("__libc_start") || symbol.hasPrefix("clone")
      || symbol.hasPrefix("__clone")
  }
}
