import Foundation
import KymoProfile
import Synchronization

/// Runs a way once more, while a sampler looks at all threads that it has.
///
/// SAFETY: the work is written before the thread begins, and read by that thread alone; the caller waits for its end.
public enum WaySampler {
  /// Work that another thread takes over.
  private final class Work: @unchecked Sendable {
    nonisolated(unsafe) let run: () -> Double
    let isDone = Atomic(false)

    init(_ run: @escaping () -> Double) { unsafe self.run = run }
  }

  /// For how long a way is run, again and again, in s.
  private static let duration = 1.5
  /// How often a sampler looks, a second; a prime, so that it does not keep in step with anything.
  private static let frequency = 997
  /// How many functions are named.
  private static let named = 6
  /// Functions with a smaller share are not named.
  private static let smallest = 0.02

  /// Where the time of `run` goes, if somebody has said where its flame graph is to lie.
  ///
  /// - Parameters:
  ///   - measure: what is measured, in the words of the table.
  ///   - way: the way that is run.
  ///   - run: runs it once, on another thread.
  /// - Returns: nil if nobody wants to know.
  public static func profile(
    _ measure: String,
    of way: String,
    _ run: @escaping () -> Double
  ) -> WayProfile? {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment[WayProfile.variable], !folder.isEmpty else { return nil }
    var profile = Profile(name: "\(measure): \(way)", exporter: "Kymograph's benchmarks")
    do {
      profile.add(sample(run)) { "\($0)" }
      let file = WayProfile.fileName(measure, of: way)
      let graph = try FlameGraph(profile).svg
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try graph.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
      let total = profile.samples.reduce(0) { $0 + $1.count }
      let functions = profile.functions.prefix(named).map { function in
        WayProfile.Function(
          name: function.frame.name,
          share: Double(function.ownCount) / Double(total)
        )
      }
      return WayProfile(
        file: file,
        samples: total,
        functions: functions.filter { $0.share >= smallest }
      )
    } catch { preconditionFailure("\(measure), \(way) cannot be profiled: \(error)") }
  }

  /// The samples of a second and a half of runs.
  private static func sample(_ run: @escaping () -> Double) -> Sampler {
    let sampler = Sampler(SamplerOptions(frequency: frequency))
    let work = Work(run)
    let thread = Thread {
      let end = Date(timeIntervalSinceNow: duration)
      repeat { _ = unsafe work.run() } while Date() < end
      work.isDone.store(true, ordering: .releasing)
    }
    thread.stackSize = 8 << 20
    sampler.ignorePresent()
    thread.start()
    var hasRoom = true
    while !work.isDone.load(ordering: .acquiring) {
      if hasRoom {
        // A way that begins its threads anew has more of them than a sampler takes: the first ones tell.
        do { try sampler.addNew(named: "threads of the way") } catch { hasRoom = false }
      }
      sampler.drainIfNeeded()
      Thread.sleep(forTimeInterval: 0.002)
    }
    sampler.stop()
    return sampler
  }
}
