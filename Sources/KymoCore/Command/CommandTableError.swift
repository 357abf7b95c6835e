/// Why a command table cannot be built; every one is a mistake in the mapping.
public enum CommandTableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A command needs a name.
  case emptyName
  /// More than ``CommandTable/maximumCommands`` names.
  case tooManyCommands(Int)
  /// More than 255 handlers in one stage of this command.
  case tooManyHandlers(command: String)
  /// The command has a batch handler and others too.
  case batchAndStages(command: String)
  /// A command is mapped to the name of a handler that was not defined.
  case unknownHandler(name: String, command: String, stage: Stage)

  /// One sentence that says what is wrong and with which command.
  public var description: String {
    switch self {
    case .emptyName: "a handler is mapped to a command without a name"
    case .tooManyCommands(let count):
      "\(count) commands are mapped; a table holds at most \(CommandTable.maximumCommands)"
    case .tooManyHandlers(let command): "more than 255 handlers in one stage of '\(command)'"
    case .batchAndStages(let command):
      "'\(command)' has a batch handler and handlers for single stages; it can have only one kind"
    case .unknownHandler(let name, let command, let stage):
      "'\(command)' is mapped to the \(stage) handler '\(name)', but no handler of that name is defined"
    }
  }
}
