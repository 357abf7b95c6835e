import KymoMCAP
import KymoSamples
import KymoServer

// The bridge over HTTP on a free port, recorded: serverecorded OUT.mcap SECONDS
let (clock, words) = (ServerClock(startingAt: 0), CommandLine.arguments)
let end = Int64((Double(words[2]) ?? 60) * 1e9)
do {
  let server = try BridgeServer(ServerConfiguration(), clock: clock) { clock.now > end }
  let sink = try MCAPFileSink(path: words[1])
  var session = try server.openSession(DeviceCatalog.self, into: sink)
  print("http://127.0.0.1:\(server.port)/")
  session.run(clock: clock)
  try session.finish()
}
