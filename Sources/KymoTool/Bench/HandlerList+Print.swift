import KymoBridge
import KymoCommandLine
import KymoCore
import KymoProfile
import KymoRecording
import KymoText
import KymoTrials

/// `kymo bench --handlers`.
extension HandlerList {
  /// `--handlers`.
  static let flag = FlagSpecification(
    "handlers",
    help: "List the app's handlers and their functions, and measure nothing."
  )

  /// Lists the handlers of an app.
  ///
  /// - Throws: why the app cannot run.
  static func make(
    _ type: any App.Type,
    _ setup: AppSetup
  ) throws(CommandFailure) -> HandlerList {
    do { return try HandlerList(type, setup) } catch {
      throw CommandFailure("the app \(type.name): \(error)".printable)
    }
  }

  /// Prints the handlers of the app that a command line names.
  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let list = try make(source.type, source.setup)
    if arguments.wantsJSON {
      console.print(list.json)
      return .success
    }
    console.printHeading("the handlers of \(list.app.printable)")
    var table = TextTable([
      .left("command"), .left("stage"), .left("handler"), .left("function of a closure"),
    ])
    for handler in list.handlers {
      table.addRow([
        .text(handler.place.command.printable), .text("\(handler.place.stage)"),
        .text(handler.place.name.printable),
        handler.symbols.first.map { .text(ProfileFrame.shownName(ofSymbol: $0).printable) }
          ?? .missing,
      ])
    }
    console.print(table)
    return .success
  }
}
