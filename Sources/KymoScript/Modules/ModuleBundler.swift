import Synchronization

/// Bundles the modules of pages by a program, and remembers what came of it: the same modules are bundled once.
///
/// Several pages may share it, on several threads.
public final class ModuleBundler: Sendable {
  /// How many bundles are remembered.
  static let capacity = 64

  private struct Memory {
    var bundles: [[ModuleFile]: ModuleBundling] = [:]
    var order: [[ModuleFile]] = []
    var name: String?
  }

  private let run: @Sendable ([ModuleFile]) -> ModuleBundling
  private let findName: @Sendable () -> String?
  private let memory = Mutex(Memory())

  /// A bundler.
  ///
  /// - Parameters:
  ///   - name: the program with its version, such as "esbuild 0.17.0"; nil if it is not there.
  ///   - run: bundles modules into one script without imports; the first of them is the entry. The result depends on them
  ///     and on the program alone.
  public init(
    name: @escaping @Sendable () -> String?,
    run: @escaping @Sendable ([ModuleFile]) -> ModuleBundling
  ) {
    findName = name
    self.run = run
  }

  /// The program with its version, which is asked once; nil if it is not there.
  public func name() -> String? {
    if let known = memory.withLock({ $0.name }) { return known }
    let found = findName()
    memory.withLock { $0.name = found }
    return found
  }

  /// Bundles some modules, unless that was done before.
  ///
  /// - Complexity: O(bytes) if it was.
  public func bundle(_ files: [ModuleFile]) -> ModuleBundling {
    if let known = memory.withLock({ $0.bundles[files] }) { return known }
    let bundling = run(files)
    if case .unavailable = bundling { return bundling }
    memory.withLock { memory in
      guard memory.bundles.updateValue(bundling, forKey: files) == nil else { return }
      memory.order.append(files)
      if memory.order.count > Self.capacity {
        memory.bundles[memory.order.removeFirst()] = nil
      }
    }
    return bundling
  }
}
