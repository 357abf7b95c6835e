import KymoBridge
import KymoCommandLine
import KymoRecording
import KymoText

/// What a page asked its user in a recording; memory is bounded.
struct DialogSurvey: ~Copyable {
  /// A dialog as it is shown.
  struct Dialog {
    /// In ns, as the recording has it.
    var time: UInt64
    var kind: String
    var text: String
    /// Of a prompt: what stood in its field.
    var offer: String?
    var answer: JSONText
  }

  /// How many are shown.
  static var shownCount: Int { 20 }

  /// The first of them.
  private(set) var dialogs: [Dialog] = []
  private var count: UInt64 = 0
  private var unreadable: UInt64 = 0
  private var document = JSONDocument(
    limits: BridgeLimits(messageBytes: InputChannel.usualMaximumBytes)
  )

  /// Looks at a message of the channel.
  mutating func add(_ data: RawSpan, at time: UInt64) {
    count += 1
    guard dialogs.count < Self.shownCount else { return }
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
    let answer: JSONText =
      switch document.kind(of: value) {
      case .bool: document.bool(of: value).map { JSONText($0) } ?? .null
      case .string: JSONText(document.string(of: value))
      default: .null
      }
    dialogs.append(
      Dialog(time: time, kind: kind, text: said, offer: text("offer"), answer: answer)
    )
  }

  private func text(_ name: String) -> String? {
    document.member(name, of: document.root).flatMap { document.string(of: $0) }
  }

  /// The list for programs.
  var json: JSONText {
    JSONText(
      dialogs.map {
        [
          "time": JSONText($0.time), "kind": JSONText($0.kind), "text": JSONText($0.text),
          "offer": JSONText($0.offer), "answer": $0.answer,
        ]
      }
    )
  }

  /// Prints the list.
  func print(to console: inout Console) {
    guard count > 0 else { return }
    console.print("dialogs   \(count) of a page")
    for dialog in dialogs {
      let text = JSONText(dialog.text).compactText.dropLast()
      let answer =
        dialog.kind == "alert" ? "" : ", answered \(dialog.answer.compactText.dropLast())"
      console.print("  at \(dialog.time) ns  \(dialog.kind) \(text)\(answer)".printable)
    }
    let others = count - UInt64(dialogs.count) - unreadable
    if others > 0 { console.print("  and \(others) more") }
    if unreadable > 0 { console.print("  \(unreadable) cannot be read") }
  }
}
