import KymoCommandLine
import KymoProfile
import KymoRecording
import KymoText
import KymoTrials

/// `kymo profile --with valgrind`.
extension InstructionCount {
  /// How many functions the report for people names.
  private static let shownFunctions = 25
  /// The longest name of a function that it shows.
  private static let nameWidth = 55

  /// Counts what a command line asks for.
  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let file = try SessionFile.open(path)
    let type = try file.app(arguments, path: path)
    let output = try outputPath(arguments)
    let handlers = try HandlerList.make(type, arguments.setup(file)).names
    let interrupt = console.interrupt
    let counted: InstructionCount
    do throws(TrialError) {
      counted = try InstructionCount(
        of: path,
        app: type.name,
        handlers: handlers,
        mode: arguments.isGiven("mode") ? arguments.text("mode") : nil,
        program: arguments.tool.name,
        &console
      ) { interrupt.isRequested }
    } catch { throw CommandFailure(error) }
    if arguments.wantsJSON { console.print(counted.json) } else { counted.print(to: &console) }
    guard let output else { return .success }
    let written = try OutputFile(output, isNone: InputFiles([path]))
    try written.write(counted.text)
    try written.commit()
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

  private func print(to console: inout Console) {
    let width = console.terminal.width
    console.print(
      HelpText.fill(
        [recording.printable, "through", "\(app.printable):", "one replay under callgrind"],
        width: width,
        first: "",
        next: "  "
      )
    )
    console.print("")
    console.printHeading("instructions by function, start and end of the program included")
    var table = TextTable([.right("share"), .right("instructions"), .left("function")])
    let functions = instructions.functions.filter { !$0.isLinking }
    let linking = instructions.linking
    for function in functions.prefix(Self.shownFunctions) {
      let share = Double(function.own) / Double(max(1, instructions.total - linking))
      table.addRow([
        .text(ProfileReport.percent(share)),
        .text(NumberText.grouped(Int(function.own))),
        .text(ProfileReport.cut(function.frame.name.printable, Self.nameWidth)),
      ])
    }
    console.print(table)
    let left = functions.count - Self.shownFunctions
    if left > 0 { console.print("and \(NumberText.grouped(left)) more functions") }
    let all = NumberText.grouped(Int(instructions.total))
    console.print("all       \(all) instructions, exactly; no times")
    if linking > 0 {
      let share = ProfileReport.percent(Double(linking) / Double(max(1, instructions.total)))
      console.print(
        "left out  \(NumberText.grouped(Int(linking))) of them, \(share), of the dynamic linker"
      )
    }
    guard !hasNames else { return }
    console.print(
      HelpText.fill(
        HelpText.words(ProfileReport.stripped),
        width: width,
        first: "names     ",
        next: "          "
      )
    )
  }
}
