import KymoBench
import KymoCore
import Testing

@Suite("The example of the documentation")
struct DocumentationExampleTests {
  /// As in KymoBench.md, which Tests/Interop compiles; here the run is simulated.
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
}
