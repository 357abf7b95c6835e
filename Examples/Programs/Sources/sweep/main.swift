// sweep S.mcap > PAGE.html: the highest rate whose p99 is 1 ms at most, and the curve, as a page.
import KymoBench
import KymoRecording
import KymoReport
import KymoSamples

let (path, time) = (CommandLine.arguments[1], Int64(200_000_000))
var sweep = LoadSweep(.p99, atMost: 1_000_000, RateSearch(from: 1000, within: 1000...64_000))
while let rate = sweep.nextRate {
  let app = try AppInstance(DeviceCatalog.self)
  let load = try Workload(SessionFile(path: path).events(app.routing.heard))
  let plan = try ArrivalPlan.constant(rate: rate, length: .nanoseconds(time))
  sweep.note(try LoadRun(load, plan: plan).run(table: app.table))
}
print(SweepSummary(sweep, of: path, by: DeviceCatalog.name, durationNanoseconds: time).html)
