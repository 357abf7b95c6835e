import Foundation
import KymoCommandLine
import KymoRecording
import KymoSamples
import Testing

@testable import KymoTool

/// A tool over somebody else's app, and recordings that another app made.
@Suite("Apps of a tool") struct AppTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "kymo-apps-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private static let steps = CommandLineTool(
    ToolContext(name: "steps", version: "3.1", apps: AppList([StepApp.self]))
  )
  private static let both = CommandLineTool(
    ToolContext(name: "both", apps: AppList([StepApp.self, DeviceCatalog.self]))
  )

  private func run(_ tool: CommandLineTool, _ words: String...) -> Outcome {
    Outcome(tool, words)
  }

  @Test("The tool is called what it is called, everywhere") func name() {
    #expect(run(Self.steps, "--version").output == "steps 3.1\n")
    #expect(run(Self.steps, "rplay").diagnostics.hasPrefix("steps: unknown command 'rplay'"))
    let help = run(Self.steps, "help", "replay").output
    #expect(
      help.contains("USAGE: steps replay") && help.contains("  steps replay walk.mcap --verify")
    )
    #expect(help.contains("The application that handles the events: StepApp."))
    #expect(!run(Self.steps, "--help").output.contains("kymo "))
    let missing = run(Self.steps, "replay", path("none.mcap"))
    #expect(missing.status == .failure && missing.diagnostics.hasPrefix("steps replay: "))
    #expect(run(Self.steps, "--generate-completion-script", "bash").output.contains("StepApp"))
  }

  @Test("A text names the tool where its writer said so, and nowhere else") func text() {
    let file = "kymo inspect"
    let text: ToolText = "\(file): see \(.tool) inspect"
    #expect(text.text(tool: "steps") == "kymo inspect: see steps inspect")
    let whole: ToolText = "a (\(text)) b \(3)"
    #expect(whole.text(tool: "x") == "a (kymo inspect: see x inspect) b 3")
    #expect(ToolText("plain").text(tool: "x") == "plain")
  }

  @Test("An app's own session is made, replayed, and reported with its counters") func own() {
    let file = path("own.mcap")
    let made = run(Self.steps, "synth", "walk", "--duration", "2", "-o", file)
    #expect(made.status == .success, "\(made.diagnostics)")
    let replayed = run(Self.steps, "replay", file, "--verify")
    #expect(replayed.status == .success, "\(replayed.diagnostics)")
    #expect(replayed.output.contains("counted   samples 200"), "\(replayed.output)")
    #expect(replayed.output.contains("verified  identical"))
    #expect(run(Self.steps, "inspect", file).output.contains("(StepApp)"))
    let invalid = run(Self.steps, "bench", file, "--rate", "1e9", "--duration", "0.0001")
    #expect(invalid.status == .partial)
    #expect(invalid.output.hasPrefix("INVALID   "))
    #expect(
      invalid.output.contains(
        "; or use 'steps count'\n          do not compare these figures with others, because:\n"
      )
    )
    #expect(!invalid.diagnostics.contains("INVALID"), "\(invalid.diagnostics)")
    let words = ["bench", file, "--rate", "1e9", "--duration", "0.0001", "--format", "json"]
    let told = Outcome(Self.steps, words).diagnostics
    #expect(told.contains("steps bench: INVALID: "), "\(told)")
    #expect(!invalid.diagnostics.contains("kymo"))
    let shown = run(
      Self.steps,
      "bench",
      file,
      "--duration",
      "0.01",
      "--quiet",
      "--export",
      "github-annotations"
    )
    #expect(shown.output.contains(" title=steps bench%3A "), "\(shown.output)")
    let none = run(Self.steps, "bench", file, "--only", "steps")
    #expect(none.status == .failure)
    #expect(
      none.diagnostics.contains("it has no events of steps (see steps inspect)"),
      "\(none.diagnostics)"
    )
  }

  @Test("A recording of another app is refused, unless --app says otherwise") func foreign() {
    let file = path("foreign.mcap")
    let made = run(.kymo, "synth", "walk", "--duration", "2", "-o", file)
    #expect(made.status == .success, "\(made.diagnostics)")
    for command in [["replay"], ["bench", "--duration", "0.1"], ["count"]] {
      var console = Console.captured()
      let status = Self.steps.run(command + [file], console: &console)
      #expect(status == .failure)
      #expect(
        console.diagnostics.text
          == "steps \(command[0]): \(file): it was made by the app DeviceCatalog, which steps does not have "
          + "(to run it through StepApp anyway, give --app StepApp)\n"
      )
    }
    #expect(run(Self.steps, "replay", file, "--app", "StepApp").status == .success)
    #expect(run(Self.both, "replay", file, "--verify").status == .success)
  }

  @Test("A recording without a trace runs through any app, but is not verified by another's digest")
  func untraced() {
    let file = path("untraced.mcap")
    let made = run(.kymo, "synth", "walk", "--duration", "2", "--no-trace", "-o", file)
    #expect(made.status == .success, "\(made.diagnostics)")
    #expect(run(Self.steps, "replay", file).status == .success)
    let verified = run(Self.steps, "replay", file, "--verify")
    #expect(verified.status == .failure && verified.diagnostics.contains("DeviceCatalog"))
  }

  @Test("A call runs through the app, with its choices and the names of its errors") func call() {
    let answer = run(Self.steps, "call", "call?cmd=steps", "--gait", "fast")
    #expect(answer.status == .success && answer.output.contains("reply    0 fast"))
    let wrong = run(Self.steps, "call", "call?cmd=steps&msg=[1]")
    #expect(wrong.status == .failure)
    #expect(wrong.output.contains("error: steps takes nothing"), "\(wrong.output)")
    #expect(wrong.output.contains("failed in view handler 0: steps takes nothing"))
    #expect(wrong.output.contains("view     steps, view: error: "), "\(wrong.output)")
    #expect(!run(Self.steps, "help", "call").output.contains("cmd=loc"))
    #expect(run(Self.both, "help", "call").output.contains("both call 'call?cmd=loc'"))
    #expect(run(Self.steps, "call", "call?cmd=steps", "--phone", "iphone").status == .usage)
    let foreign = run(Self.both, "call", "call?cmd=steps", "--phone", "ipod-touch")
    #expect(foreign.diagnostics.hasPrefix("both call: --phone ipod-touch means nothing to StepApp"))
    let location = run(Self.both, "call", "call?cmd=loc", "--app", "DeviceCatalog")
    #expect(location.status == .success)
    #expect(location.output.contains("] and request 0\n"), "\(location.output)")
  }

  @Test("A tool without apps, or with one twice, says so and does nothing else") func unfit() {
    for words in [["replay", path("x.mcap")], ["--help"], []] {
      for (types, said) in [
        ([], "steps: a tool has an app, and Kymo was given none\n"),
        (
          [DeviceCatalog.self, StepApp.self, StepApp.self],
          "steps: no two apps share a name, and Kymo was given StepApp twice\n"
        ),
      ] as [([any App.Type], String)] {
        let tool = CommandLineTool(ToolContext(name: "steps", apps: AppList(types)))
        var console = Console.captured()
        #expect(tool.run(words, console: &console).rawValue == 70)
        #expect(console.diagnostics.text == said && console.output.text.isEmpty)
      }
    }
  }

  @Test("A session of one app's own is made by that app") func sessions() {
    #expect(run(Self.steps, "synth", "devicecatalog", "-o", path("no.mcap")).status == .usage)
    let file = path("page.mcap")
    let made = run(Self.both, "synth", "devicecatalog", "--duration", "5", "-o", file)
    #expect(made.status == .success, "\(made.diagnostics)")
    #expect(run(.kymo, "replay", file, "--verify").status == .success)
  }
}
