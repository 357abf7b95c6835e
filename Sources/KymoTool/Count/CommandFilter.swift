import KymoCommandLine
import KymoCore
import KymoText

/// `--only COMMAND`: which events of a recording are offered.
struct CommandFilter {
  /// `--only COMMAND`.
  static let option = OptionSpecification(
    "only",
    "COMMAND",
    isRepeatable: true,
    help: "Offer only the events of this command."
  )

  /// All events.
  static let all = CommandFilter(names: [], ids: [], known: 0)

  /// The names that were given, without repetitions; none for all events.
  let names: [String]
  private let ids: Set<UInt16>
  private let known: Int

  /// Looks up what the command line names.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - app: the name of the app.
  ///   - table: its commands in this run.
  ///   - recording: the recording, as the user named it.
  ///   - all: gives every command that the app has; a run without a page may have fewer.
  /// - Throws: that the recording has no events of a command, or a usage error with the names that there are.
  init(
    _ arguments: ParsedArguments,
    _ app: String,
    _ table: borrowing CommandTable,
    recording: String,
    of all: () throws(CommandFailure) -> [String]
  ) throws(CommandFailure) {
    var names: [String] = []
    var ids: Set<UInt16> = []
    for name in arguments.texts(Self.option.name) where !names.contains(name) {
      let id = table.id(of: name).rawValue
      guard id != 0 || name == OutcomeStatus.unknownCommand.name else {
        let known = try all()
        guard !known.contains(name) else { throw Self.noEvents([name], recording) }
        throw .usage(
          UsageError(
            "--only \(name.printable): \(app) has no such command, but "
              + known.joined(separator: ", "),
            suggestion: Suggestion.closest(to: name, among: known)
          ).text
        )
      }
      names.append(name)
      ids.insert(id)
    }
    self.init(names: names, ids: ids, known: table.names.count)
  }

  private init(names: [String], ids: Set<UInt16>, known: Int) {
    self.names = names
    self.ids = ids
    self.known = known
  }

  /// The failure over a recording that has no events of any of these commands.
  static func noEvents(_ names: [String], _ recording: String) -> CommandFailure {
    CommandFailure(
      file: recording,
      "it has no events of \(names.joined(separator: " or "))",
      remedy: "see \(.tool) inspect"
    )
  }

  /// Whether an event is offered.
  func accepts(_ event: Event) -> Bool { names.isEmpty || ids.contains(row(of: event)) }

  /// The place of an event's command in the table; 0 for a command that is not in it.
  private func row(of event: Event) -> UInt16 {
    event.command.rawValue <= known ? event.command.rawValue : 0
  }
}
