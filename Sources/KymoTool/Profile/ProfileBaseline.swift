import KymoCommandLine
import KymoProfile
import KymoText
import KymoTrials

extension ProfileBaseline {
  /// How many functions the terminal shows.
  private static let rows = 15

  /// Reads what `--baseline` names; nil if it names nothing.
  ///
  /// - Throws: why it cannot be read, or that it has no samples.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let path = arguments.textIfGiven("baseline") else { return nil }
    guard !arguments.isGiven("tail") else {
      throw .usage("--baseline compares samples, and --tail takes none")
    }
    do { try self.init(path) { Interrupt.process.isRequested } } catch {
      throw CommandFailure(error)
    }
  }

  /// Prints which functions took more, and which less.
  func print(_ difference: ProfileDifference, to console: inout Console) {
    console.print("")
    console.printHeading("functions whose share changed most, against \(path.printable)")
    var text = FunctionChange.table(difference.functions, maximumRows: Self.rows)
    if text.hasSuffix("\n") { text.removeLast() }
    console.print(text)
    console.print(
      HelpText.fill(
        HelpText.words(
          "the error is that of sampling alone, and two runs at two times are compared: whether a build is "
            + "slower is for a gate to say"
        ),
        width: console.terminal.width,
        first: "",
        next: ""
      )
    )
  }
}
