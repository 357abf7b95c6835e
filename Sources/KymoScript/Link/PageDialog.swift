import KymoCore
import KymoText

/// A question of a page, its time, and its answer.
public struct PageDialog: Sendable, Equatable {
  /// When it was asked, in logical ns.
  public var time: Int64
  /// It as JSON, by the schema `kymograph.PageDialog`.
  public var text: [UInt8]

  /// How many characters of a text are kept.
  static var maximumCharacters: Int { 50_000 }

  /// A dialog as a recording has it.
  public init(time: Int64, text: [UInt8]) {
    self.time = time
    self.text = text
  }

  init(_ dialog: WebDialog, answer: ScriptValue, at time: Int64) {
    var isCut = false
    func kept(_ text: String) -> JSONText {
      // A scalar takes six characters of JSON at most.
      let scalars = text.unicodeScalars
      guard scalars.count > Self.maximumCharacters else { return JSONText(text) }
      isCut = true
      return JSONText(String(String.UnicodeScalarView(scalars.prefix(Self.maximumCharacters))))
    }
    var members = [
      JSONMember("kind", JSONText(dialog.kind)), JSONMember("text", kept(dialog.text)),
    ]
    if dialog.kind == "prompt" { members.append(JSONMember("offer", kept(dialog.offer))) }
    let said: JSONText =
      switch answer {
      case .boolean(let isYes): JSONText(isYes)
      case .string(let text): kept(text)
      default: .null
      }
    members.append(JSONMember("answer", said))
    if isCut { members.append(JSONMember("cut", true)) }
    self.time = time
    text = Array(JSONText.object(members).compactText.utf8.dropLast())
  }

  /// The event that stands for it in a recording.
  func event(_ sequence: UInt32) -> Event {
    Event(
      timestamp: time,
      sequence: sequence,
      command: .unknown,
      source: .dialog,
      kind: .data,
      payload: Payload(PayloadReference(offset: 0, length: UInt32(text.count)))
    )
  }
}
