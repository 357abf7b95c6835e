import KymoBridge

/// The answers of plugins that nobody has written in Swift, by the names of their commands.
public struct PluginScript: Sendable, Equatable {
  /// One answer.
  package struct Step: Sendable, Equatable {
    /// How long after the call, in ns.
    var delay: Int64 = 0
    /// The value as JSON; nil if there is none.
    var value: String?
    /// Why it fails; nil if it does not.
    var error: DialectError?

    /// An answer at once, without a value.
    init() {}

    /// A value, some ns after the call.
    package init(value: String?, after delay: Int64) {
      self.value = value
      self.delay = delay
    }

    /// A failure with a code (empty for none), a message, and what else came with it as JSON, some ns after the call.
    package init(failure code: String, _ message: String, data: String?, after delay: Int64) {
      error = DialectError(code: code, message: message, data: data)
      self.delay = delay
    }
  }

  /// The answers to a call, in their order; none if it is never answered.
  private(set) var steps: [String: [Step]] = [:]
  /// The answers to each call of a command in turn, in place of the same ones to all.
  private(set) var turns: [String: [[Step]]] = [:]
  /// The names, in the order of the script.
  private(set) var names: [String] = []

  /// No answers.
  public init() {}

  /// Adds the answers to the next call of a command; none if it is never answered.
  ///
  /// - Precondition: a delay is not negative.
  package mutating func add(callOf command: String, _ answers: [Step]) {
    if turns[command] == nil { names.append(command) }
    turns[command, default: []].append(answers)
  }

  /// The longest text of a script, in bytes.
  public static var maximumBytes: Int { 1 << 22 }
  /// The longest delay, in ns: a day.
  public static var maximumDelayNanoseconds: Int64 { 86_400_000_000_000 }

  /// Reads a script.
  ///
  ///     {"Camera.getPicture": {"value": "aGk=", "delayNanoseconds": 250000000},
  ///      "Contacts.find": {"error": {"code": 20, "message": "denied"}},
  ///      "Battery.start": [{"value": {"level": 80}}, {"delayNanoseconds": 60000000000, "value": {"level": 79}}],
  ///      "Ads.show": []}
  ///
  /// A list answers one call several times, the delays counted from the call; an empty one never answers.
  ///
  /// - Parameter text: JSON, at most ``maximumBytes``.
  /// - Throws: what is wrong, and where.
  public init(json text: String) throws(PluginScriptError) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw PluginScriptError(pointer: "", problem: "it has more than \(Self.maximumBytes) bytes")
    }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(1, text.utf8.count)))
    do throws(JSONError) { try document.parse(text) } catch {
      throw PluginScriptError(pointer: "", problem: "\(error)")
    }
    guard document.kind(of: document.root) == .object else {
      throw PluginScriptError(pointer: "", problem: "it is no object of commands")
    }
    var cursor = document.cursor(over: document.root)
    while let member = cursor.nextMember(in: document) {
      let (name, value) = (document.string(of: member.name) ?? "", member.value)
      let pointer = "/" + JSONPointer.escaped(name)
      guard steps[name] == nil else {
        throw PluginScriptError(pointer: pointer, problem: "the command is there twice")
      }
      guard !name.isEmpty else {
        throw PluginScriptError(pointer: pointer, problem: "a command has a name")
      }
      names.append(name)
      steps[name] = try Self.steps(document, value, pointer)
    }
  }

  private static func steps(
    _ document: borrowing JSONDocument,
    _ value: JSONValue,
    _ pointer: String
  ) throws(PluginScriptError) -> [Step] {
    guard document.kind(of: value) == .array else {
      return [try step(document, value, pointer)]
    }
    var steps: [Step] = []
    for index in 0..<document.count(of: value) {
      guard let element = document.element(index, of: value) else { break }
      steps.append(try step(document, element, "\(pointer)/\(index)"))
    }
    return steps
  }

  private static func step(
    _ document: borrowing JSONDocument,
    _ value: JSONValue,
    _ pointer: String
  ) throws(PluginScriptError) -> Step {
    guard document.kind(of: value) == .object else {
      throw PluginScriptError(
        pointer: pointer,
        problem: "an answer is an object with a value or an error"
      )
    }
    var step = Step()
    var cursor = document.cursor(over: value)
    while let entry = cursor.nextMember(in: document) {
      let (name, member) = (document.string(of: entry.name) ?? "", entry.value)
      let place = pointer + "/" + JSONPointer.escaped(name)
      switch name {
      case "value": step.value = document.withRawText(of: member) { String(copying: $0) }
      case "delayNanoseconds":
        guard let delay = document.integer(of: member), 0...maximumDelayNanoseconds ~= delay else {
          throw PluginScriptError(
            pointer: place,
            problem: "a delay is a whole number of 0 to \(maximumDelayNanoseconds)"
          )
        }
        step.delay = delay
      case "error": step.error = try error(document, member, place)
      default: throw PluginScriptError(pointer: place, problem: "there is no such member")
      }
    }
    guard step.value == nil || step.error == nil else {
      throw PluginScriptError(
        pointer: pointer,
        problem: "an answer has a value or an error, not both"
      )
    }
    return step
  }

  private static func error(
    _ document: borrowing JSONDocument,
    _ value: JSONValue,
    _ pointer: String
  ) throws(PluginScriptError) -> DialectError {
    if let text = document.string(of: value) { return DialectError(message: text) }
    guard document.kind(of: value) == .object,
      let message = document.member("message", of: value).flatMap({ document.string(of: $0) })
    else {
      throw PluginScriptError(
        pointer: pointer,
        problem: "an error is a text, or an object with a message"
      )
    }
    let code = document.member("code", of: value)
    return DialectError(
      code: code.flatMap { document.string(of: $0) ?? document.integer(of: $0).map(String.init) }
        ?? "",
      message: message
    )
  }
}

/// Why a script of plugins is none.
public struct PluginScriptError: Error, Equatable, CustomStringConvertible {
  /// The place, as a JSON pointer.
  public var pointer: String
  /// What is wrong there.
  public var problem: String

  /// The place and the problem.
  public var description: String { pointer.isEmpty ? problem : "\(pointer): \(problem)" }
}
