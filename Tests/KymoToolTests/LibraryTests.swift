import Foundation
import KymoBench
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import Testing

@testable import KymoTool

/// What the tool does is there for a package's own programs and tests, too.
@Suite("The tool as library calls") struct LibraryTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "kymo-library-\(UUID().uuidString)")

  private func walk(_ tool: CommandLineTool) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "walk.mcap").path
    var console = Console.captured()
    let status = tool.run(["synth", "walk", "--duration", "3", "-o", path], console: &console)
    try #require(status == .success, "\(console.diagnostics.text)")
    return path
  }

  private static let steps = CommandLineTool(
    ToolContext(name: "steps", apps: AppList([StepApp.self]))
  )

  @Test("One answer says whether a replay is what it was") func verification() throws {
    let file = try SessionFile(path: walk(Self.steps))
    let own = try file.verify(through: AppInstance(StepApp.self, setup: AppSetup(file)))
    guard case .identical(let steps, .everything) = own else {
      Issue.record("not identical: \(own)")
      return
    }
    #expect(own.holds && !own.hasDiverged && steps == file.result?.events)

    // Another app's outcomes differ; so does the first step.
    let other = try file.verify(through: AppInstance(LateApp.self, setup: AppSetup(file)))
    #expect(!other.holds && other.hasDiverged && other.divergence?.index == 0)
  }

  @Test("A recording's events are a load, and the report is text") func report() throws {
    let file = try SessionFile(path: walk(Self.steps))
    let app = try AppInstance(StepApp.self, setup: AppSetup(file))
    let routing = app.routing.heard
    let workload = try Workload(file.events(routing), limit: 100)
    #expect(workload.events.count == 100)
    let none = #expect(throws: WorkloadError.self) {
      try Workload(file.events(routing)) { _ in false }
    }
    #expect(none == .empty)
    var configuration = LoadConfiguration()
    configuration.tailCount = 3
    let plan = try ArrivalPlan.constant(rate: 1000, length: .nanoseconds(1_000_000_000))
    let run = try LoadRun(workload, plan: plan, configuration: configuration)
    let instance = app.app
    let result = run.simulate(table: app.table, clock: VirtualClock())
    let text = result.text(digest: TraceDigest(), counters: instance.counters)
    #expect(text.contains("response time from when each event was due"))
    #expect(text.contains("accel") && text.contains("counted   samples"))
    #expect(text.utf8.allSatisfy { $0 != 0x1B } && text.hasSuffix("\n"))
    #expect(result.tailText().contains("the slowest events"))
  }
}

/// The app with an outcome of its own for every event.
private final class LateApp: App {
  static var name: String { "LateApp" }

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    map.view("accel") { exchange in
      exchange.reply(Acceleration(x: 1, y: 2, z: 3))
      return .proceed
    }
    return map
  }
}
