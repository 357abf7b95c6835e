/// The program that runs.
package enum OwnProgram {
  /// The file that was started, also if it is gone from its place; empty if the system does not say.
  package static var path: String { UnsafeProgram.path }

  /// Whether it has names for all its functions; if not, it was stripped.
  package static var hasNames: Bool {
    ELFFile(UnsafeSmallFile.bytes("/proc/self/exe") ?? []).hasSymbolTable
  }
}
