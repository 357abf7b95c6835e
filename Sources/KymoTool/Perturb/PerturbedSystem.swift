import KymoBench

/// What of a replay's surroundings this machine lets us hold still and change.
struct PerturbedSystem {
  /// Why there is no date to hold still.
  static let noDateLibrary = "libfaketime is not installed (apt-get install libfaketime)"

  /// The library that says what date it is; nil if it is not installed.
  var dateLibrary: String?
  /// Why addresses cannot be held still; nil if they can.
  var looseAddresses: String?
  /// Why addresses are the same in every run as it is; nil if they are not.
  var constantAddresses: String?
  /// A time zone with an unusual distance from UTC.
  var zone = "Pacific/Chatham"
  /// A locale with other letters and another decimal sign.
  var locale = "tr_TR.UTF-8"
  /// Whether the C library has it; Foundation has its own.
  var hasLocale = false
  /// One of several cores; nil if there is one alone.
  var core: Int?
  /// Why the C library cannot be told to leave features of the processor unused; nil if it can.
  var noProcessorFeatures: String?

  /// Looks at this machine.
  init() {
    func output(_ command: String) -> String? {
      do {
        let outcome = try UnsafeChildProcess.run(["sh", "-c", command])
        guard outcome.end == .exited(0) else { return nil }
        return String(decoding: outcome.output, as: UTF8.self)
      } catch { return nil }
    }
    func text(_ path: String) -> String {
      do { return try UnsafeTextFile.read(path, limit: 1 << 22) } catch { return "" }
    }
    let library = "faketime/libfaketimeMT.so.1"
    dateLibrary =
      output("ls /usr/lib/*/\(library) /usr/lib/\(library) 2>&- || :")?
      .split(separator: "\n").first.map(String.init)
    if output("setarch -R true") == nil {
      looseAddresses =
        output("command -v setarch") == nil
        ? "setarch is not installed" : "the system does not let a process fix them"
    }
    let personality = text("/proc/self/personality")
    if let flags = UInt32(personality.prefix { $0 != "\n" }, radix: 16), flags & 0x4_0000 != 0 {
      constantAddresses = "this process was started with fixed ones"
    } else if text("/proc/sys/kernel/randomize_va_space").hasPrefix("0") {
      constantAddresses = "the kernel has them fixed"
    }
    if output("test -e /usr/share/zoneinfo/\(zone)") == nil { zone = "<+1245>-12:45" }
    hasLocale =
      output("locale -a 2>&-")?.lowercased().contains("tr_tr.utf8") ?? false
    let cores = CoreAffinity.current()?.cores ?? []
    core = cores.count > 1 && output("command -v taskset") != nil ? cores.first : nil
    #if arch(x86_64)
      if !text("/proc/cpuinfo").contains(" fma ") {
        noProcessorFeatures = "this processor has no FMA"
      }
    #else
      noProcessorFeatures = "the C library chooses by them on x86-64 alone"
    #endif
  }
}
