import KymoBench
import KymoReport

extension BenchMachine {
  /// The machine that this is; nil if the system does not tell.
  static var host: BenchMachine? {
    do {
      return BenchMachine(cpuInfo: try UnsafeTextFile.read("/proc/cpuinfo", limit: 1 << 24))
    } catch {
      return nil
    }
  }
}
