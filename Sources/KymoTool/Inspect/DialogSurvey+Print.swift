import KymoCommandLine
import KymoRecording
import KymoReport
import KymoText

extension DialogSurvey {
  /// Prints the list.
  func print(to console: inout Console) {
    guard count > 0 else { return }
    console.print("dialogs   \(count) of a page")
    for dialog in dialogs {
      let text = JSONText(dialog.text).line
      let answer =
        dialog.kind == "alert" ? "" : ", answered \(dialog.answer.json.line)"
      console.print("  at \(dialog.time) ns  \(dialog.kind) \(text)\(answer)".printable)
    }
    let others = count - UInt64(dialogs.count) - unreadable
    if others > 0 { console.print("  and \(others) more") }
    if unreadable > 0 { console.print("  \(unreadable) cannot be read") }
  }
}
