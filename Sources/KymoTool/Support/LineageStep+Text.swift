import KymoCommandLine
import KymoHistogram
import KymoMCAP
import KymoRecording
import KymoText

extension LineageStep {
  /// The steps that made a recording, a line for each, the first of them behind a heading of ten columns.
  static func text(_ lineage: [LineageStep], _ quantity: QuantityText) -> String {
    lineage.enumerated().map { index, step in
      "\(index + 1). \(step.text(quantity))"
    }.joined(separator: "\n          ")
  }

  private func text(_ quantity: QuantityText) -> String {
    let names = sources.map { source in
      let moved =
        source.offsetNanoseconds == 0
        ? "" : ", moved by \(quantity.duration(nanoseconds: source.offsetNanoseconds))"
      let origin = source.madeBy.map { "step \($0 + 1)" } ?? source.bytesDigest
      return "\(source.name) (\(origin)\(moved))"
    }
    let choices = choices(quantity)
    return
      ("\(operation) of \(names.joined(separator: ", "))"
      + (choices.isEmpty ? "" : ": \(choices.joined(separator: "; "))")).printable
  }

  /// The choices that were made, in words.
  private func choices(_ quantity: QuantityText) -> [String] {
    var choices: [String] = []
    let first = details["first"].flatMap { UInt64($0) } ?? 0
    for (key, word) in [("start", "from"), ("end", "up to")] {
      guard let time = details[key].flatMap({ UInt64($0) }) else { continue }
      let place = time >= first ? Int64(clamping: time - first) : -Int64(clamping: first - time)
      choices.append("\(word) \(quantity.duration(nanoseconds: place))")
    }
    if let steps = details["events"] { choices.append("events \(steps)") }
    for (key, word) in [
      ("channels", "channels"), ("without", "without"), ("commands", "commands"),
    ] {
      let names = details.entries.filter { $0.key.hasPrefix(key + "/") }.map(\.value)
      if !names.isEmpty { choices.append("\(word) \(names.joined(separator: ", "))") }
    }
    if let align = details["align"] { choices.append("by \(align)") }
    return choices
  }
}
