import KymoCommandLine
import KymoMCAP
import KymoTrials
import Testing

@testable import KymoTool

@Suite("Reading back what was salvaged") struct RecoverTests {
  @Test("An interrupt ends it wherever it is, also among chunks without messages") func stop()
    throws
  {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let path = folder.path + "/new.mcap"
    let sink = try MCAPFileSink(path: path)
    var options = MCAPWriterOptions()
    options.chunkBytes = 256
    var writer = try MCAPWriter(sink, options: options)
    let name = String(repeating: "n", count: 2000)
    for number in 0..<400 {
      _ = try writer.addChannel(topic: "/\(number)/\(name)", messageEncoding: "json")
    }
    _ = try writer.finish()

    let tool = CommandLineTool.kymo.tool
    var answers = 0
    #expect(
      try RecoverCommand.events(
        in: path,
        tool,
        shouldStop: {
          answers += 1; return false
        }
      ) == 0
    )
    #expect(answers > 20)
    for stop in 1...answers {
      var asked = 0
      let events = try RecoverCommand.events(in: path, tool) {
        asked += 1
        return asked >= stop
      }
      #expect(events == nil && asked <= stop + 1, "stopped at \(stop), asked \(asked) times")
    }
  }
}
