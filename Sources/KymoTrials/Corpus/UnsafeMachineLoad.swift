import Glibc
import KymoBench
import KymoReport

/// How busy this machine is, and how much of that is ours.
///
/// SAFETY: `getrusage` writes into a local struct that it is lent for the call.
struct MachineLoad {
  /// The mean number of processes that ran or wanted to, over a minute; nil if the system does not tell.
  let mean: Double?
  /// The time of all cores since the start of the machine: in all, used, and taken by the hypervisor.
  private let ticks: (total: Double, busy: Double, steal: Double)?
  /// The time that children of this process have used, in s.
  private let ownSeconds: Double

  /// Looks now.
  init() {
    mean = Self.text("/proc/loadavg").flatMap { $0.split(separator: " ").first }
      .flatMap { Double($0) }
    let line = Self.text("/proc/stat")?.split(separator: "\n").first ?? ""
    let fields = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    ticks =
      fields.count == 8
      ? (
        fields.reduce(0, +), fields[0] + fields[1] + fields[2] + fields[5] + fields[6], fields[7]
      ) : nil
    var usage = rusage()
    let isKnown = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0
    ownSeconds = isKnown ? Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime) : 0
  }

  /// Returns the neighbours that were around between an earlier look and this one.
  func neighbours(since start: MachineLoad) -> CorpusNeighbours {
    let machine = BenchMachine.host
    var neighbours = CorpusNeighbours(
      host: UnsafeFilePlace.hostName,
      processor: machine?.processor ?? "",
      coreCount: machine?.coreCount ?? 0
    )
    neighbours.loadBefore = start.mean
    neighbours.loadAfter = mean
    if let before = start.ticks, let after = ticks, after.total > before.total {
      let total = after.total - before.total
      let own = (ownSeconds - start.ownSeconds) * Double(sysconf(Int32(_SC_CLK_TCK)))
      neighbours.stealShare = max(0, after.steal - before.steal) / total
      neighbours.othersShare = max(0, after.busy - before.busy - own) / total
    }
    return neighbours
  }

  private static func text(_ path: String) -> String? {
    do { return try UnsafeWholeFile.read(path, limit: 1 << 24) } catch { return nil }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
