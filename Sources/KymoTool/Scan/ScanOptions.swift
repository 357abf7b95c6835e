import KymoCommandLine
import KymoText

/// What can be said about a scan: the option, and each value that it is to have.
struct ScanOptions {
  /// How many values there may be.
  static let maximumValues = 1000

  /// The option.
  let name: String
  /// Its values, in the order in which they are tried.
  let values: [String]

  /// Reads the options; every run that is to be made is one that can be typed.
  ///
  /// - Throws: a usage error that names the value which is none.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let text = arguments.positional("values")
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isKnown = parts.first.map { ScanCommand.names.contains(String($0)) } ?? false
    guard parts.count == 2 || !isKnown else {
      throw .usage("\(text) has no values: \(text)=64,256,1024")
    }
    guard isKnown else {
      if let name = parts.first.map(String.init), BenchCommand.specification.has(name) {
        throw .usage(
          "\(name) cannot be scanned: it is no option of the load alone; those are \(ScanCommand.names.inWords)"
        )
      }
      throw .usage(
        UsageError(
          "<values> wants an option of a run and its values, such as queue=64,256,1024, not '\(text)'",
          suggestion: parts.first.flatMap {
            Suggestion.closest(to: String($0), among: ScanCommand.names)
          }
        ).text
      )
    }
    name = String(parts[0])
    values = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard values.count <= Self.maximumValues else {
      throw .usage("there are at most \(Self.maximumValues) values")
    }
    guard Set(values).count == values.count else {
      throw .usage("\(text): a value is there twice")
    }
    if arguments.isGiven(name) {
      throw .usage("\(name)= and --\(name) do not go together")
    }
    for value in values {
      let words = BenchChild.words(arguments, with: (name, value))
      let run: ParsedArguments
      do throws(UsageError) {
        run = try OptionParser.parse(words, for: BenchChild.specification(arguments))
      } catch { throw .usage("\(name)=\(value): \(error.text)") }
      do throws(CommandFailure) { _ = try BenchMode(run) } catch {
        // Not as a literal of String, which would not know the name of the tool.
        let message: ToolText = "\(name)=\(value): \(error.message)"
        throw CommandFailure(message, status: .usage)
      }
    }
  }
}
