import KymoBench
import KymoProfile
import KymoReport

/// Counts what is the same in every run: instructions, allocations and system calls of each event.
///
/// A run of n events and one of 2 n are counted; the difference is that of n events, without the start and
/// the end of the process. Between builds that can end a run before its plan, it is without the plan, too.
struct GateCounter {
  /// The most events that the difference is made of.
  static let maximumEvents = CommandCounts.maximumEvents
  /// How many more instructions are allowed: 1 %.
  static let allowedShare = 0.01
  /// How many more instructions per event are allowed in any case.
  static let allowedPerEvent: Int64 = 2

  /// How many more allocations and system calls are allowed of a page.
  ///
  /// The engine's tables grow with the length of its scripts, so that even a comment moves single ones. One in
  /// each event is far beyond.
  static let allowedShareOfPage = 0.005

  let base: GateBuild
  let head: GateBuild
  let recording: String
  let app: String?
  let pageOptions: [String]

  /// The costs of a build's events.
  private struct Counted {
    var instructions: Int64
    var allocations: Int64
    /// The instructions that each function executed, and each handler.
    var functions: FunctionCounts
  }

  /// Counts; every figure that cannot be had says why.
  func counts(
    events: Int,
    folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits
  ) -> [CountComparison] {
    // An engine without its compiler takes a hundred times as long for an event.
    let most = base.page == nil ? Self.maximumEvents : CommandCounts.minimumEvents
    let count = min(max(events, CommandCounts.minimumEvents), most)
    let tools: CountingTools
    do throws(CountUnavailable) {
      tools = try CountingTools(folder, limits, hasScripts: base.page != nil)
      for build in [base, head] where !build.capabilities.contains(.pace) {
        throw CountUnavailable("\(build.side.rawValue) has no bench --pace still")
      }
    } catch {
      return ["instructions", "allocations", "system calls"].map {
        CountComparison(name: $0, unavailable: error.reason)
      }
    }
    return profiled(count, tools, limits) + [traced(count, tools)]
  }

  private func profiled(
    _ count: Int,
    _ tools: CountingTools,
    _ limits: TrialLimits
  ) -> [CountComparison] {
    do throws(CountUnavailable) {
      let ofBase = try difference(base, count, tools, limits)
      let ofHead = try difference(head, count, tools, limits)
      // Against a build without names every function would be new.
      let areNamed =
        base.page != nil || ofBase.functions.hasNames == ofHead.functions.hasNames
      return [
        CountComparison(
          name: "instructions",
          base: ofBase.instructions,
          head: ofHead.instructions,
          events: count,
          allowedShare: Self.allowedShare,
          allowedPerEvent: Self.allowedPerEvent,
          changes: areNamed ? ofBase.functions.changes(to: ofHead.functions, events: count) : []
        ),
        CountComparison(
          name: "allocations",
          base: ofBase.allocations,
          head: ofHead.allocations,
          events: count,
          allowedShare: base.page == nil ? 0 : Self.allowedShareOfPage,
          changes: areNamed
            ? ofBase.functions.allocationChanges(to: ofHead.functions, events: count) : []
        ),
      ] + (base.page == nil ? ofBase.functions.handlerComparisons(with: ofHead.functions) : [])
    } catch {
      return ["instructions", "allocations"].map {
        CountComparison(name: $0, unavailable: error.reason)
      }
    }
  }

  /// The system calls of the events; every further one is a regression.
  private func traced(_ count: Int, _ tools: CountingTools) -> CountComparison {
    let name = "system calls"
    do throws(CountUnavailable) {
      guard endsRuns else {
        // The plan and the reading of more events would be counted as the events'.
        throw CountUnavailable("one of the builds has no bench --events")
      }
      var counts: [Int64] = []
      for build in [base, head] {
        let half = try tools.systemCalls(run(build, count, of: 3 * count))
        let whole = try tools.systemCalls(run(build, 2 * count, of: 3 * count))
        counts.append(max(0, whole - half))
      }
      return CountComparison(
        name: name,
        base: counts[0],
        head: counts[1],
        events: count,
        allowedShare: base.page == nil ? 0 : Self.allowedShareOfPage
      )
    } catch { return CountComparison(name: name, unavailable: error.reason) }
  }

  /// Whether both builds can end a run before its plan.
  private var endsRuns: Bool {
    [base, head].allSatisfy { $0.capabilities.contains(.eventLimit) }
  }

  private func run(_ build: GateBuild, _ events: Int, of plan: Int) -> CountedRun {
    var options = app.map { ["--app=\($0)"] } ?? []
    if let page = build.page { options += ["--page=\(page)"] + pageOptions }
    return endsRuns
      ? .ending(after: events, of: plan, build.side.rawValue, build.executable, recording, options)
      : .whole(events, build.side.rawValue, build.executable, recording, options)
  }

  /// Returns the names that a build says its handlers have; none if it cannot say them, and for a
  /// page, whose handlers are not counted by themselves.
  private func handlerNames(_ build: GateBuild, _ limits: TrialLimits) -> HandlerNames {
    guard build.page == nil, build.capabilities.contains(.handlers) else { return HandlerNames() }
    let words = ["bench", "--handlers", "--format=json"] + (app.map { ["--app=\($0)"] } ?? [])
    do throws(TrialError) {
      let answer = try limits.run(
        [build.executable] + words + ["--", recording],
        outputLimit: HandlerList.limit
      )
      guard answer.end == .exited(0) else { return HandlerNames() }
      return HandlerList.names(json: answer.output) ?? HandlerNames()
    } catch { return HandlerNames() }
  }

  private func difference(
    _ build: GateBuild,
    _ events: Int,
    _ tools: CountingTools,
    _ limits: TrialLimits
  ) throws(CountUnavailable) -> Counted {
    let names = handlerNames(build, limits)
    var shorter = run(build, events, of: 3 * events)
    var longer = run(build, 2 * events, of: 3 * events)
    (shorter.handlers, longer.handlers) = (names, names)
    let half = try tools.profile(shorter)
    // What is not the same twice is seen at the first build.
    let whole = try build.side == .base ? tools.repeated(longer) : tools.profile(longer)
    let instructions = whole.instructions - half.instructions
    guard instructions > 0 else {
      throw CountUnavailable(
        "\(build.side.rawValue) executes no instructions per event that callgrind sees"
      )
    }
    return Counted(
      instructions: instructions,
      allocations: max(0, whole.allocations - half.allocations),
      functions: whole.functions.subtracting(half.functions)
    )
  }
}
