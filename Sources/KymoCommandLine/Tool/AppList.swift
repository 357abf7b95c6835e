package import KymoRecording

/// The apps of a tool.
package struct AppList: Sendable {
  /// The apps in the order in which they were given.
  package let types: [any App.Type]

  /// Lists the apps of a tool, which must have no ``problem`` before any command runs.
  package init(_ types: [any App.Type]) { self.types = types }

  /// Why no tool can have these apps: there is none, one has no name, or two have the same; nil if it can.
  package var problem: String? {
    if types.isEmpty { return "a tool has an app, and Kymo was given none" }
    if names.contains("") { return "an app has a name, and one that Kymo was given has none" }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      return "no two apps share a name, and Kymo was given \(name) twice"
    }
    return nil
  }

  /// The names that `--app` takes; the first is the default.
  package var names: [String] { types.map { $0.name } }

  /// The app of what belongs to none.
  package var first: any App.Type { types[0] }

  /// The app of that name, if the tool has it.
  package func named(_ name: String) -> (any App.Type)? { types.first { $0.name == name } }

  /// The synthetic sessions that only some app makes, each once.
  package var sessions: [AppSession] {
    var sessions: [AppSession] = []
    for session in types.flatMap({ $0.sessions })
    where !sessions.contains(where: { $0.name == session.name }) {
      sessions.append(session)
    }
    return sessions
  }

  /// The app that makes a session of its own.
  package func maker(of session: AppSession) -> any App.Type {
    types.first { $0.sessions.contains { $0.name == session.name } } ?? first
  }

  /// The choices about the apps' devices, each option once, with the values that any app takes.
  package var choices: [AppChoice] {
    var choices: [AppChoice] = []
    for choice in types.flatMap({ $0.choices }) {
      guard let index = choices.firstIndex(where: { $0.name == choice.name }) else {
        choices.append(choice)
        continue
      }
      let known = choices[index]
      choices[index] = AppChoice(
        known.name,
        known.placeholder,
        values: known.values + choice.values.filter { !known.values.contains($0) },
        help: known.help
      )
    }
    return choices
  }
}
