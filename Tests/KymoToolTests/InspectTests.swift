import KymoCommandLine
import KymoRecording
import KymoText
import Testing

@testable import KymoTool

/// What `inspect` says of a recording itself, and of what is none.
@Suite("Inspecting") struct InspectTests {
  @Test(
    "The time of a session has a unit for people, and everything else stays",
    arguments: [
      (
        "synthetic walk: 60000000000 ns, accelerometer 100.0 Hz",
        "synthetic walk: 60.0 s, accelerometer 100.0 Hz"
      ),
      ("a 7200000000000 ns", "a 2 h 0 min"), ("a  b: ns", "a  b: ns"), ("ns", "ns"), ("", ""),
      ("-5 ns", "-5 ns"), ("99999999999999999999 ns", "99999999999999999999 ns"),
      ("phyphox: a.csv, b.csv", "phyphox: a.csv, b.csv"),
    ]
  )
  func origin(stated: String, shown: String) {
    #expect(RecordingSurvey.shown(stated, QuantityText(isUnicode: true)) == shown)
  }

  @Test("Standard input is no recording", arguments: ["inspect", "replay", "bench"])
  func standardInput(command: String) {
    var console = Console.captured()
    #expect(CommandLineTool.kymo.run([command, "-"], console: &console) == .failure)
    #expect(
      console.diagnostics.text
        == "kymo \(command): -: standard input cannot be read in random order "
        + "(save the recording to a file first)\n"
    )
  }
}
