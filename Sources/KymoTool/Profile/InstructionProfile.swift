import KymoBench
import KymoCommandLine
import KymoProfile
import KymoReport
import KymoText
import KymoTrials

/// `kymo profile --with valgrind`: how many instructions each function executes in one replay, exactly.
struct InstructionProfile {
  /// How many functions the report for people names.
  private static let shownFunctions = 25
  /// The longest name of a function that it shows.
  private static let nameWidth = 55
  /// How long it may take, in ns: callgrind is some fifty times as slow as the program.
  private static let patienceNanoseconds: Int64 = 3_600_000_000_000

  static func run(
    _ arguments: ParsedArguments,
    _ type: String,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let output = try outputPath(arguments)
    let folder = try CommandFailure.of(try UnsafeTemporaryFolder())
    defer { folder.remove() }
    let interrupt = console.interrupt
    let limits = TrialLimits(nanoseconds: patienceNanoseconds) { interrupt.isRequested }
    var words = ["replay", path, "--quiet", "--format", "json", "--app", type]
    if arguments.isGiven("mode") { words += ["--mode", arguments.text("mode")] }
    let text: String
    var program = ""
    do throws(CountUnavailable) {
      let tools = try CountingTools(folder, limits)
      console.note("counting the instructions of one replay under \(tools.version)")
      program = try executable(folder, limits)
      text = try tools.callgrind(
        CountedRun(
          name: "the replay",
          executable: program,
          arguments: words,
          hasReport: false
        )
      )
    } catch {
      if console.interrupt.isRequested {
        throw CommandFailure("interrupted before anything was counted", status: .partial)
      }
      throw CommandFailure(
        "\(error.reason) ("
          + (error.reason == CountingTools.absent ? "install the package valgrind, or " : "")
          + "leave --with valgrind away)"
      )
    }
    // What ran is a copy, of which nobody wants to know.
    let own = OwnProgram.path.isEmpty ? arguments.tool.name : OwnProgram.path
    guard
      let counted = CallgrindInstructions(text, calling: [lastPart(program): lastPart(own)])
    else { throw CommandFailure("callgrind wrote what is no profile") }
    let hasNames = OwnProgram.hasNames
    if arguments.wantsJSON {
      console.print(json(counted, path, type, hasNames: hasNames))
    } else {
      print(counted, path, type, &console)
      if !hasNames {
        console.print(
          HelpText.fill(
            HelpText.words(ProfileReport.stripped),
            width: console.terminal.width,
            first: "names  ",
            next: "       "
          )
        )
      }
    }
    guard let output else { return .success }
    let file = try OutputFile(output, isNone: InputFiles([path]))
    try file.write(ReadableCallgrind.text(text, replacing: program, with: own))
    try file.commit()
    console.note("wrote \(output) (callgrind)")
    return .success
  }

  /// The file of `--export callgrind`, the only one that instructions can be written in.
  private static func outputPath(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> String? {
    var path: String?
    for wish in arguments.optionallyNamedFiles("export") {
      guard wish.name == "callgrind", path == nil, wish.file != "-" else {
        throw .usage("--with valgrind writes one --export callgrind, into a file, and no others")
      }
      path = wish.file ?? ProfileFormat.callgrind.defaultFile
    }
    if let path {
      try OutputFile(path, isNone: InputFiles([arguments.positional("recording")])).discard()
    }
    return path
  }

  /// A copy of the program that runs, which may be gone from its place.
  private static func executable(
    _ folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits
  ) throws(CountUnavailable) -> String {
    do {
      return try GatePage(path: "").copyOfThisTool(.base, folder: folder.path, limits)
    } catch { throw CountUnavailable("this tool cannot be copied") }
  }

  /// The name of a file without its folders.
  private static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func print(
    _ counted: CallgrindInstructions,
    _ path: String,
    _ type: String,
    _ console: inout Console
  ) {
    console.print(
      HelpText.fill(
        [path.printable, "through", "\(type.printable):", "one replay under callgrind"],
        width: console.terminal.width,
        first: "",
        next: "  "
      )
    )
    console.print("")
    console.printHeading("instructions by function, start and end of the program included")
    var table = TextTable([.right("share"), .right("instructions"), .left("function")])
    for function in counted.functions.prefix(shownFunctions) {
      table.addRow([
        .text(ProfileReport.percent(Double(function.own) / Double(max(1, counted.total)))),
        .text(NumberText.grouped(Int(function.own))),
        .text(ProfileReport.cut(function.frame.name.printable, nameWidth)),
      ])
    }
    console.print(table)
    let left = counted.functions.count - min(shownFunctions, counted.functions.count)
    if left > 0 { console.print("and \(NumberText.grouped(left)) more functions") }
    console.print("all  \(NumberText.grouped(Int(counted.total))) instructions, exactly; no times")
  }

  private static func json(
    _ counted: CallgrindInstructions,
    _ path: String,
    _ type: String,
    hasNames: Bool
  ) -> JSONText {
    [
      "schema": "kymograph.profile-instructions/1",
      "recording": JSONText(path),
      "app": JSONText(type),
      "instructions": JSONText(counted.total),
      "hasNames": JSONText(hasNames),
      "functions": JSONText(
        counted.functions.map { function in
          [
            "name": JSONText(function.frame.name),
            "symbol": JSONText(function.frame.symbol),
            "module": JSONText(function.frame.module),
            "own": JSONText(function.own),
          ]
        }
      ),
    ]
  }
}
