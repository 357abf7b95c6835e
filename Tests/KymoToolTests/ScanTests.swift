import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("kymo scan") struct ScanTests {
  private func scan(_ words: String...) throws -> ParsedArguments {
    try OptionParser.parse(["a.mcap"] + words, for: ScanCommand.specification)
  }

  private func refusal(_ words: String...) -> String {
    do throws(CommandFailure) {
      guard
        let arguments = try? OptionParser.parse(
          ["a.mcap"] + words,
          for: ScanCommand.specification
        )
      else { return "no command line" }
      _ = try ScanOptions(arguments)
      return "nothing"
    } catch { return error.message.text(tool: "kymo") }
  }

  @Test("Every run of a scan is one that can be typed") func runs() throws {
    let given = try scan("queue=64,256,1024", "--rate", "5", "--no-pin", "--export", "json")
    let options = try ScanOptions(given)
    #expect(options.name == "queue" && options.trials.map(\.value) == ["64", "256", "1024"])
    #expect(
      options.trials[1].words == [
        "--rate=5", "--queue=256", "--no-pin", "--format=json", "--quiet", "--", "a.mcap",
      ]
    )
    #expect(
      refusal("queue=64,many")
        == "queue=many: --queue wants a whole number from 1 to 16777216, not 'many'"
    )
    #expect(refusal("burst=8,16") == "burst=8: --burst is for --arrivals bursts")
    #expect(refusal("queu=8").hasSuffix("not 'queu=8'; did you mean 'queue'?"))
    #expect(refusal("queue").hasSuffix("behind it: queue=VALUE,VALUE"))
    #expect(refusal("zone=UTC,Asia/Tokyo").hasPrefix("zone=UTC: --zone "))
    #expect(refusal("queue=8,8") == "queue=8,8: a value is there twice")
    #expect(refusal("queue=8", "--queue", "9") == "queue= and --queue do not go together")
  }

  @Test(
    "Every option of bench can be scanned that changes what is measured",
    arguments: [
      ["deadline=1ms,2ms"], ["only=accel"], ["page=a.html,b.html"], ["app=DeviceCatalog"],
      ["pace=plan,none,still"], ["events=10,20", "--pace", "none"], ["tail=3,30"],
      ["attempts=1,3"], ["repetitions=1,3"], ["repetitions=2,4", "--prepare", "true"],
      ["stage=1s@1k/1s@1k..5k,1s@2k"], ["prepare=true,false"], ["queue=8,16", "--stage", "1s@1k"],
    ]
  ) func all(words: [String]) {
    #expect(
      (try? OptionParser.parse(["a.mcap"] + words, for: ScanCommand.specification)).map {
        (try? ScanOptions($0)) != nil
      } == true
    )
  }

  @Test("Whatever bench has, a scan has it, or says why not") func complete() throws {
    let bench = BenchCommand.specification
    for name in bench.options.map(\.name) + bench.flags.map(\.name)
    where !ScanCommand.names.contains(name) {
      let text = refusal("\(name)=1,2")
      #expect(text.hasPrefix("\(name) cannot be scanned: ") && text.contains("; "), "\(name)")
      #expect(text.contains("--\(name)") && text.count < 140 && !text.contains("\n"), "\(name)")
    }
    for name in ScanCommand.names { #expect(bench.has(name), "--\(name)") }
    #expect(
      refusal("export=1,2")
        == "export cannot be scanned: it says where figures go; give --export to the scan, which has those of all values"
    )
    #expect(
      refusal("no-pin=1")
        == "no-pin cannot be scanned: it has no values; make one scan with --no-pin, and one without"
    )
  }

  @Test("A value of stage is stages with / between them") func stages() throws {
    let options = try ScanOptions(scan("stage=1s@1k/2s@1k..5k,1s@2k"))
    #expect(
      options.trials.map { $0.arguments.texts("stage") } == [["1s@1k", "2s@1k..5k"], ["1s@2k"]]
    )
    #expect(refusal("stage=1s@1k/2s").hasPrefix("stage=1s@1k/2s: --stage wants a duration"))
    #expect(refusal("stage=1s@1k", "--rate", "5").hasSuffix("such as 10s@50k"))
    #expect(refusal("stage=1s@1k", "--repetitions", "2").hasSuffix("exclude each other"))
  }

  @Test("Repetitions and preparations are made by the scan, and not by its processes") func outer()
    throws
  {
    let plain = ["--format=json", "--quiet", "--", "a.mcap"]
    let given = try ScanOptions(scan("queue=8", "--repetitions", "3", "--prepare", "true"))
    guard case .repetitions(3) = given.trials[0].mode else {
      Issue.record("no repetitions")
      return
    }
    #expect(given.trials[0].words == ["--queue=8"] + plain && given.trials[0].preparation != nil)
    let scanned = try ScanOptions(scan("repetitions=2,4"))
    #expect(scanned.trials.allSatisfy { $0.words == plain })
    let prepared = try ScanOptions(scan("prepare=true,false"))
    #expect(prepared.trials.allSatisfy { $0.words == plain && $0.preparation != nil })
    #expect(refusal("repetitions=2", "--tail", "3").hasSuffix("not for --repetitions"))
    #expect(refusal("pace=none", "--repetitions", "2").hasSuffix("repetitions have a schedule"))
  }
}
