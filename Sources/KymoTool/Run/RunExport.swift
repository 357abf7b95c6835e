import KymoBench
import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoRecording
import KymoReport
import KymoScript
import KymoText
import KymoTrials

/// The output of `kymo run --export`: the page's times in the formats of `kymo bench`.
///
/// Service time is what the page took, and a reply is what came of a call of the page. Nothing was due at a time of its
/// own, so that there are no response times.
struct RunExport {
  let report: RunReport
  let mode: String?
  let seed: UInt64
  let startNanoseconds: Int64
  let tool: String

  /// The text of a format.
  func text(_ format: ExportFormat) -> String {
    format.name == JSONExport.name
      ? report.json.text : format.text(of: .run(result, context))
  }

  private var context: ExportContext {
    var context = ExportContext(
      program: ToolContext.program,
      recording: report.session ?? report.page,
      app: "\(report.figures.result.app) with \(report.page)",
      mode: mode,
      machine: .host,
      digest: TraceDigest.text(report.figures.result.digest),
      seed: seed,
      startNanoseconds: startNanoseconds,
      commit: BenchCommand.commit,
      counters: report.figures.result.counters,
      tool: tool,
      members: [JSONMember("page", report.json)]
    )
    context.command = "run"
    return context
  }

  private var result: LoadResult {
    let rows = report.figures.counts.indices.filter {
      report.figures.counts[$0].contains { $0 > 0 }
    }
    let commands = rows.map { row in
      command(
        row == 0 ? OutcomeStatus.unknownCommand.name : report.commands[row - 1],
        page: [report.link.times.commands[row].page],
        replies: [report.link.times.commands[row].roundTrip],
        [report.figures.counts[row]]
      )
    }
    let overall = command(
      "all",
      page: rows.map { report.link.times.commands[$0].page },
      replies: rows.map { report.link.times.commands[$0].roundTrip },
      rows.map { report.figures.counts[$0] }
    )
    let count = Int(clamping: report.figures.inputs)
    let rate = report.figures.seconds > 0 ? Double(overall.count) / report.figures.seconds : 0
    return LoadResult(
      offered: OfferedLoad(
        arrivals: .immediate,
        plannedCount: count,
        count: count,
        isInterrupted: report.figures.wasInterrupted,
        rate: rate,
        slips: LoadRun.makeHistogram(),
        drops: []
      ),
      measured: MeasuredLoad(
        warmUpCount: 0,
        warmUp: .fixed,
        rate: rate,
        nanoseconds: 0...Int64(max(0, report.figures.seconds) * 1e9),
        commands: commands,
        overall: overall
      ),
      validity: LoadValidity(reasons: reasons(count)),
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
  }

  /// Why nobody should go by the figures.
  private func reasons(_ count: Int) -> [InvalidReason] {
    var reasons: [InvalidReason] = []
    if report.figures.wasInterrupted {
      reasons.append(.interrupted(offered: count, planned: count))
    }
    if report.link.exceptions.count > 0 {
      reasons.append(
        .reported(
          .scripts,
          "\(report.link.exceptions.count) uncaught exceptions; the first: \(report.link.exceptions.kept[0])"
        )
      )
    }
    for loss in report.link.losses {
      reasons.append(.reported(.lossless, "\(loss.count) messages were lost (\(loss.place))"))
    }
    if let difference = report.expectation?.difference {
      reasons.append(.reported(.repeatable, "call \(difference.index) of the page is another one"))
    }
    return reasons
  }

  private func command(
    _ name: String,
    page: [Histogram],
    replies: [Histogram],
    _ counts: [[UInt64]]
  ) -> CommandReport {
    var statuses = StatusCounts()
    for row in counts {
      for status in OutcomeStatus.allCases { statuses[status] += Int64(row[Int(status.rawValue)]) }
    }
    return CommandReport(
      name: name,
      response: LoadRun.makeHistogram(),
      service: Self.sum(page),
      reply: Self.sum(replies),
      slip: LoadRun.makeHistogram(),
      queueing: LoadRun.makeHistogram(),
      statuses: statuses
    )
  }

  private static func sum(_ histograms: [Histogram]) -> Histogram {
    let sum = LoadRun.makeHistogram()
    for histogram in histograms { sum.add(histogram) }
    return sum
  }
}
