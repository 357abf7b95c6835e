/// The program that runs.
package enum OwnProgram {
  /// The file that was started, also if it is gone from its place; empty if the system does not say.
  package static var path: String { UnsafeProgram.path }

  /// Whether it has names for all its functions; if not, it was stripped.
  package static var hasNames: Bool {
    // It need not lie anywhere to be read.
    let anywhere: Range<UInt64> = 0x1000_0000..<0x1000_0000_0000
    let files = LoadedFiles([ProcessMap.File(path: path, addresses: anywhere)]) { _ in
      UnsafeOpenedFile.descriptor("/proc/self/exe")
    }
    return files[0].hasSymbolTable
  }
}
