import KymoBridge
import KymoCore
import KymoText

/// An act of a person, or of the phone, that a page feels: a tap, or that the app goes to the background.
public struct PageInput: Sendable, Equatable {
  /// The act.
  public enum Kind: Sendable, Equatable {
    /// A finger taps the first element of a CSS selector.
    case tap(String)
    /// The app goes to the background.
    case pause
    /// The app comes back.
    case resume
    /// The phone's button to go back is pressed.
    case back

    /// The name in recordings and reports.
    public var name: String {
      switch self {
      case .tap: "tap"
      case .pause: "pause"
      case .resume: "resume"
      case .back: "back"
      }
    }

    /// Whether it is a tap, and not a change of the app's state.
    public var isTap: Bool { if case .tap = self { true } else { false } }

    /// A change of the app's state by its name; nil if there is none of that name.
    public init?(lifecycle name: some StringProtocol) {
      switch name {
      case "pause": self = .pause
      case "resume": self = .resume
      case "back": self = .back
      default: return nil
      }
    }
  }

  /// When it happens, in logical ns.
  public var time: Int64
  /// The act.
  public var kind: Kind

  /// How many characters a selector may have.
  public static var maximumCharacters: Int { 10_000 }

  /// An act at a time.
  public init(_ kind: Kind, at time: Int64) {
    self.kind = kind
    self.time = time
  }

  /// An act as a recording has it, by the schema `kymograph.PageInput`; nil if it is none.
  init?(_ json: RawSpan, at time: Int64) {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(json.byteCount, 1)))
    do { try document.parse(json) } catch { return nil }
    func text(_ name: String) -> String? {
      document.member(name, of: document.root).flatMap { document.string(of: $0) }
    }
    guard let name = text("kind") else { return nil }
    self.time = time
    if name == "tap" {
      guard let selector = text("selector") else { return nil }
      kind = .tap(selector)
    } else {
      guard let kind = Kind(lifecycle: name) else { return nil }
      self.kind = kind
    }
  }

  /// It as a recording has it.
  var json: [UInt8] {
    var members = [JSONMember("kind", JSONText(kind.name))]
    if case .tap(let selector) = kind { members.append(JSONMember("selector", JSONText(selector))) }
    return Array(JSONText.object(members).compactText.utf8.dropLast())
  }

  /// The event that stands for it, whose data is ``json``.
  func event(_ sequence: UInt32, _ command: CommandID) -> Event {
    Event(
      timestamp: time,
      sequence: sequence,
      command: command,
      source: .pageInput,
      kind: .data,
      payload: Payload(PayloadReference(offset: 0, length: 0))
    )
  }
}
