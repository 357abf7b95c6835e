package import KymoBench
import KymoReport

extension BenchMachine {
  /// The machine that this is; nil if the system does not tell.
  package static var host: BenchMachine? {
    do {
      return BenchMachine(cpuInfo: try UnsafeWholeFile.read("/proc/cpuinfo", limit: 1 << 24))
    } catch {
      return nil
    }
  }
}

extension ProcessorFeatures {
  /// The features of this machine's processor; nil if the system does not tell.
  package static var host: ProcessorFeatures? {
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "aarch64"
    #else
      let architecture = "another architecture"
    #endif
    do {
      let text = try UnsafeWholeFile.read("/proc/cpuinfo", limit: 1 << 24)
      return ProcessorFeatures(cpuInfo: text, architecture: architecture)
    } catch { return nil }
  }
}
