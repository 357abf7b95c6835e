import KymoBench
import KymoText

/// The parts of a replay's surroundings that this machine lets us hold still and change.
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
  /// A folder with a locale that has a decimal comma; nil if none can be made.
  var commaFolder: String?
  /// How many processors the system is made to have.
  var processors = 3
  /// Another host name, another number of processors, another user.
  var hostName = PerturbedPart.refused("")
  var processorCount = PerturbedPart.refused("")
  var user = PerturbedPart.refused("")
  /// Why the C library cannot be told to leave features of the processor unused; nil if it can.
  var noProcessorFeatures: String?

  /// Looks at this machine.
  ///
  /// - Parameters:
  ///   - folder: where something can be made for the run.
  ///   - recording: what another user must be able to read.
  init(folder: String, recording: String) {
    func output(_ command: String) -> String? {
      do {
        let outcome = try UnsafeChildProcess.run(["sh", "-c", command])
        guard outcome.end == .exited(0) else { return nil }
        return String(decoding: outcome.output, as: UTF8.self)
      } catch { return nil }
    }
    func text(_ path: String) -> String {
      do { return try UnsafeWholeFile.read(path, limit: 1 << 22) } catch { return "" }
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
    let place = "\(folder)/locale"
    if output(PerturbedLocale.making(in: place)) != nil { commaFolder = place }
    if output("command -v unshare") == nil {
      let reason = "unshare is not installed"
      (hostName, processorCount, user) = (.refused(reason), .refused(reason), .refused(reason))
    } else {
      findParts(folder, recording, known: cores.count)
    }
    #if arch(x86_64)
      if !text("/proc/cpuinfo").contains(" fma ") {
        noProcessorFeatures = "this processor has no FMA"
      }
    #else
      noProcessorFeatures = "the C library chooses by them on x86-64 alone"
    #endif
  }

  /// Looks for the parts of the system that a process can have of its own.
  private mutating func findParts(_ folder: String, _ recording: String, known: Int) {
    func refusal(_ words: [String]) -> String? {
      do {
        let outcome = try UnsafeChildProcess.run(words)
        if outcome.end == .exited(0) { return nil }
        let said =
          String(decoding: outcome.diagnostics, as: UTF8.self)
          .split(separator: "\n").first.map { ": \(String($0).printable)" } ?? ""
        return "the system does not give it to a process\(said)"
      } catch { return "the system does not give it to a process" }
    }
    hostName = PerturbedPart.hostName(refusal)
    if known == processors { processors = 5 }
    processorCount = PerturbedPart.processors(processors, refusal)
    user = PerturbedPart.user(refusal)
    // Whoever has another number keeps the rights of the one that he had, but not those of root.
    guard let words = user.words else { return }
    let reads = words + ["sh", "-c", "test -r \"$0\" && test -w \"$1\"", recording, folder]
    if refusal(reads) != nil {
      user = .refused("what this user may read and write here, another one could not")
    }
  }
}
