import KymoCommandLine
import KymoRecording
import KymoText

extension SessionFile {
  /// The app that the recording belongs to: the one whose trace it holds; nil if it belongs to none.
  ///
  /// An imported recording belongs to the app that it was run through then. One that was recorded
  /// without a trace or comes from elsewhere belongs to none, and runs through any.
  var owner: String? { app.isEmpty || !hasTrace ? nil : app }

  /// The app to run the recording through: the one that `--app` names, or that it belongs to, or the tool's
  /// first if it belongs to none.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - path: the recording, as the user named it.
  ///   - needsMaker: whether only the app that wrote the digest will do, trace or not.
  /// - Returns: the app.
  /// - Throws: that the tool does not have the app which it belongs to.
  func app(
    _ arguments: ParsedArguments,
    path: String,
    needsMaker: Bool = false
  ) throws(CommandFailure) -> any App.Type {
    if let app = arguments.appIfGiven { return app }
    let apps = arguments.tool.apps
    if let app = apps.named(app) { return app }
    let maker = needsMaker && result != nil && !app.isEmpty ? app : nil
    guard let owner = owner ?? maker else { return apps.first }
    throw CommandFailure(
      file: path,
      "it was made by the app \(owner.printable), which \(arguments.tool.name) does not have",
      remedy: """
        to run it through \(apps.names.joined(separator: " or ")) anyway, give --app \
        \(apps.first.name)
        """
    )
  }
}
