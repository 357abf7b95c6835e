/// One verb of the tool: what its command line may say, and what it does.
///
/// Conform a caseless `enum` in a file of its own and add it to `Subcommands.swift`.
package protocol Subcommand: Sendable {
  /// The command line and the help, whatever the tool.
  static var specification: CommandSpecification { get }

  /// The command line and the help as a tool has them; ``specification`` with the tool's apps unless given.
  static func specification(for tool: ToolContext) -> CommandSpecification

  /// The actions that it has, in the order of the help; empty unless its first word names one.
  ///
  /// Their specifications are the actions of ``specification``, and its ``run(_:console:)`` is never called.
  static var actions: [any Subcommand.Type] { get }

  /// Does the work.
  ///
  /// Every value in `arguments` has been validated. Results go to `console.print`, remarks to
  /// `console.note`. A loop that may run for more than a moment calls `console.progress(to:)` and
  /// stops early, with ``ExitStatus/partial`` and everything good so far kept, once
  /// `console.interrupt.isRequested`.
  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus
}

extension Subcommand {
  package static func specification(for tool: ToolContext) -> CommandSpecification {
    specification.bound(to: tool)
  }

  package static var actions: [any Subcommand.Type] { [] }
}
