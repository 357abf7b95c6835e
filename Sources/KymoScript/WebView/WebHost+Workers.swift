/// Worlds for the workers of a page.
extension WebHost {
  func workers(_ host: ScriptObject) throws(ScriptError) {
    let context = context
    try add(host, "makeRealm") { [unowned context] _ in
      .number(Double(try context.makeRealm()))
    }
    try add(host, "startRealm") { [unowned context] arguments in
      let realm = Self.integer(arguments.number(0))
      guard let host = arguments[1].object, let kit = arguments[2].object else {
        return .undefined
      }
      for script in ScriptSource.worker {
        let function = try context.evaluate(script, inRealm: realm)
        try function.object?.call([.object(host), .object(kit)])
      }
      if let rejected = arguments[3].object {
        try context.setUnhandledRejection(rejected, inRealm: realm)
      }
      return .undefined
    }
    try add(host, "partIn") { [unowned context] arguments in
      guard let script = ScriptSource.later.first(where: { $0.name == arguments.string(1) }) else {
        return .undefined
      }
      return try context.evaluate(script, inRealm: Self.integer(arguments.number(0)))
    }
    try add(host, "evaluateIn") { [unowned context] arguments in
      try context.evaluate(
        arguments.string(1) ?? "",
        name: arguments.string(2) ?? "",
        line: Self.integer(arguments.number(3)),
        inRealm: Self.integer(arguments.number(0))
      )
    }
    try add(host, "dropRealm") { [unowned context] arguments in
      context.dropRealm(Self.integer(arguments.number(0)))
      return .undefined
    }
  }
}

extension ScriptContext {
  /// Evaluates a script of the platform in its place, beside the page: a function of the host and of what the scripts share.
  fileprivate func evaluate(
    _ script: (name: String, place: ScriptSource.Place, text: [UInt8]),
    inRealm realm: Int
  ) throws(ScriptError) -> ScriptValue {
    try evaluate(
      String(decoding: script.text, as: UTF8.self),
      name: "kymograph/" + script.name,
      inRealm: realm,
      isApart: script.place == .apart
    )
  }
}
