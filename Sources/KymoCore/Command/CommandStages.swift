/// The handlers of one command, those of ``CommandMap/defaultCommand`` first: what a ``CommandTable`` is
/// about to be made of.
public struct CommandStages {
  /// The name of the command.
  public let command: String
  /// The handlers by stage, in the order in which they will run.
  var handlers: [[Handler]]
  /// Handlers that run after a business handler said `exit`; empty unless a rule of the map puts some here.
  ///
  /// They see neither parameters nor results, their reply counts, an `exit` ends them, and their errors are
  /// nobody's: the outcome is ``OutcomeStatus/exited`` whatever they do.
  public var afterExit: [Handler] = []

  /// The handlers of a stage, in the order in which they will run.
  public subscript(stage: Stage) -> [Handler] {
    get { handlers[Int(stage.rawValue)] }
    set { handlers[Int(stage.rawValue)] = newValue }
  }
}
