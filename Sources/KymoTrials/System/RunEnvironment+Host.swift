package import KymoReport

extension RunEnvironment {
  /// The system's name and release; nil if it does not tell.
  package static var hostKernel: String? {
    do throws(TrialError) {
      let text = try UnsafeWholeFile.read("/proc/sys/kernel/osrelease", limit: 4096)
      return "Linux " + text.prefix { $0 != "\n" }
    } catch { return nil }
  }
}
