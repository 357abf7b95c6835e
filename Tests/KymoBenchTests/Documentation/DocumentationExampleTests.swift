import Foundation
import KymoBench
import KymoCore
import Testing

@Suite("The example of the documentation")
struct DocumentationExampleTests {
  /// The lines are those of KymoBench.md; change both together.
  ///
  /// Here the run is simulated.
  private func simulated() throws -> LoadResult {
    var map = CommandMap()
    map.view("accel") { exchange in
      exchange.reply(exchange.event.payload.acceleration)
      return .proceed
    }
    let table = try CommandTable(map)
    let sample = Event(
      timestamp: 0,
      sequence: 0,
      command: table.id(of: "accel"),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: 0, y: 0, z: 9.81))
    )
    let plan = try ArrivalPlan.constant(rate: 10_000, length: .nanoseconds(1_000_000_000))
    return try LoadRun(Workload(events: [sample]), plan: plan)
      .simulate(table: table, clock: VirtualClock())
  }

  @Test("A package measures its own handlers") func measures() throws {
    let result = try simulated()
    #expect(result.valid && result.offered.plannedCount == 10_000)
    #expect(result.commands.map(\.name) == ["accel"])
    #expect(result.commands[0].response.p99 != nil)
  }

  @Test("The documentation shows the lines that are compiled here") func same() throws {
    let here = URL(filePath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appending(path: "Sources/KymoBench/Documentation.docc/KymoBench.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let source = try String(contentsOf: here, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```swift\n").dropFirst().first)
    let lines = try #require(block.components(separatedBy: "```").first)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    // The last three lines run for a second and end the process.
    var rest = source[...]
    for line in lines.dropLast(3) {
      let found = try #require(rest.range(of: line), "not compiled here: \(line)")
      rest = rest[found.upperBound...]
    }
  }
}
