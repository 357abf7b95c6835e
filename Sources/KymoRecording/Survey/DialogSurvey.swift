import KymoBridge

/// The questions of a page to its user in a recording; memory is bounded.
public struct DialogSurvey: ~Copyable {
  /// A dialog as it is shown.
  public struct Dialog: Sendable {
    /// The user's answer.
    public enum Answer: Equatable, Sendable {
      /// Nothing: an alert, or a prompt that was dismissed.
      case none
      /// Whether it was confirmed.
      case choice(Bool)
      /// The text that was typed.
      case text(String)
    }

    /// In ns, as the recording has it.
    public let time: UInt64
    /// The function that the page called: `alert`, `confirm` or `prompt`.
    public let kind: String
    /// The page's question.
    public let text: String
    /// Of a prompt: what stood in its field.
    public let offer: String?
    /// The user's answer.
    public let answer: Answer
  }

  /// How many are kept.
  static var keptCount: Int { 20 }

  /// The first of them.
  public private(set) var dialogs: [Dialog] = []
  /// How many there are in all.
  public private(set) var count: UInt64 = 0
  /// How many of the first could not be read.
  public private(set) var unreadable: UInt64 = 0
  private var document = JSONDocument(
    limits: BridgeLimits(messageBytes: InputChannel.usualMaximumBytes)
  )

  /// Looks at a message of the channel.
  mutating func add(_ data: RawSpan, at time: UInt64) {
    count += 1
    guard dialogs.count < Self.keptCount else { return }
    do { try document.parse(data) } catch {
      unreadable += 1
      return
    }
    guard let kind = text("kind"), let said = text("text"),
      let value = document.member("answer", of: document.root)
    else {
      unreadable += 1
      return
    }
    let answer: Dialog.Answer =
      switch document.kind(of: value) {
      case .bool: document.bool(of: value).map { .choice($0) } ?? .none
      case .string: document.string(of: value).map { .text($0) } ?? .none
      default: .none
      }
    dialogs.append(
      Dialog(time: time, kind: kind, text: said, offer: text("offer"), answer: answer)
    )
  }

  private func text(_ name: String) -> String? {
    document.member(name, of: document.root).flatMap { document.string(of: $0) }
  }
}
