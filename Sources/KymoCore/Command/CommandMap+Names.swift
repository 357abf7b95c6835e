extension CommandMap {
  /// Defines a handler by name, for the `mapCommandTo` family.
  ///
  /// A later definition of the same name replaces an earlier one; each mapping makes a handler of its own.
  public mutating func define(_ name: String, _ make: @escaping () -> Handler) {
    makers[name] = make
  }

  /// Maps the handler named `handler` to the validation of `command`, as QuickConnect does.
  ///
  /// A name that is not defined when the table is made is a ``CommandTableError``.
  public mutating func mapCommandToValCO(_ command: String, _ handler: String) {
    map(.validate, command, named: handler)
  }

  /// Maps the handler named `handler` to the business of `command`.
  public mutating func mapCommandToBCO(_ command: String, _ handler: String) {
    map(.business, command, named: handler)
  }

  /// Maps the handler named `handler` to the view of `command`.
  public mutating func mapCommandToVCO(_ command: String, _ handler: String) {
    map(.view, command, named: handler)
  }

  /// Maps the handler named `handler` to the error stage of `command`.
  public mutating func mapCommandToECO(_ command: String, _ handler: String) {
    map(.error, command, named: handler)
  }

  /// Appends the handler named `handler` to a stage of `command`.
  public mutating func map(_ stage: Stage, _ command: String, named handler: String) {
    rows[row(command)].stages[Int(stage.rawValue)].append(.named(handler))
  }
}
