import Glibc
import KymoCore
import KymoRecording
import KymoText

/// What the script of a recording's page draws: JSON within the page, in which no `<` ends it early.
///
/// Columns are steps from the one before, and numbers are whole, in units of a power of ten. It is written piece by
/// piece, as there may be half a million of them.
struct TimelineData {
  let source: TimelineSource
  /// The command line that cuts a part out, without its ends.
  let cut: String

  private var columns: TimeColumns { source.timeline.columns }

  /// The element.
  var html: String {
    var text = "<script type=\"application/json\" id=\"timeline-data\">"
    text += "{\"column\":\(columns.nanoseconds),\"count\":\(columns.count),\"epoch\":"
    text += source.epochMilliseconds.map { NumberText.shortest($0) } ?? "null"
    text += ",\"cut\":\(Self.quoted(cut)),\n\"channels\":["
    Self.append(source.channels, to: &text) { channel, text in append(channel, to: &text) }
    text += "],\n\"commands\":["
    Self.append(source.commands, to: &text) { command, text in Self.append(command, to: &text) }
    text += "],\n\"track\":"
    if let track = source.track { Self.append(track: track, to: &text) } else { text += "null" }
    return text + "}</script>\n"
  }

  private func append(_ channel: ChannelTimeline, to text: inout String) {
    let at = Self.occupied(channel.counts)
    text += "{\"topic\":\(Self.quoted(channel.topic)),"
    Self.append(channel.counts, at, to: &text)
    text += ",\"gaps\":["
    Self.append(channel.gaps.longest, to: &text) { gap, text in
      text += "[\(place(of: gap.start)),\(place(of: gap.end))]"
    }
    text += "],\"plots\":["
    let plots = channel.plots.filter { $0.curves.contains { $0.envelope.range != nil } }
    Self.append(plots, to: &text) { plot, text in
      text += "\n{\"name\":\(Self.quoted(plot.name)),\"remark\":\(Self.quoted(plot.remark)),"
      text += "\"curves\":["
      let curves = plot.curves.filter { $0.envelope.range != nil }
      Self.append(curves, to: &text) { curve, text in
        Self.append(curve.name, curve.envelope, at, to: &text)
      }
      text += "]}"
    }
    text += "]}\n"
  }

  /// A time in columns.
  private func place(of time: UInt64) -> String {
    let place = Double(time - min(time, columns.start)) / Double(columns.nanoseconds)
    return NumberText.shortest((place * 1000).rounded() / 1000)
  }

  private static func append(_ command: TimelineSource.Command, to text: inout String) {
    text += "{\"name\":\(quoted(command.name)),\"outcomes\":["
    append(command.outcomes, to: &text) { outcome, text in
      text += "{\"status\":\(quoted(outcome.name)),\"good\":\(outcome.isGood),"
      append(outcome.counts, occupied(outcome.counts), to: &text)
      text += "}"
    }
    text += "]}\n"
  }

  private static func append(track channel: ChannelTimeline, to text: inout String) {
    let fixes = channel.track.fixes
    text += "{\"topic\":\(quoted(channel.topic)),"
    append(steps: fixes.map(\.column), to: &text)
    for (name, digits, value) in [
      ("latitude", 7, \TrackColumns.Fix.latitude), ("longitude", 7, \.longitude),
      ("speed", 2, \.speed),
    ] {
      text += ",\"\(name)\":["
      append(fixes, to: &text) { fix, text in
        let number = fix[keyPath: value]
        text += number.isFinite ? NumberText.fixed(number, decimals: digits) : "null"
      }
      text += "]"
    }
    text += "}"
  }

  // MARK: Numbers

  private static func append(
    _ name: String,
    _ envelope: NumberEnvelope,
    _ at: [Int],
    to text: inout String
  ) {
    guard let range = envelope.range else { return }
    let digits = digits(of: range)
    let unit = pow(10, Double(digits))
    text += "{\"name\":\(quoted(name)),\"d\":\(digits),\"low\":["
    append(at, to: &text) { column, text in
      text += envelope.range(of: column).map { whole($0.lowerBound * unit) } ?? "null"
    }
    let isWide = at.contains { column in
      envelope.range(of: column).map { $0.lowerBound < $0.upperBound } ?? false
    }
    if isWide {
      text += "],\"more\":["
      append(at, to: &text) { column, text in
        text +=
          envelope.range(of: column).map { range in
            whole((range.upperBound * unit).rounded() - (range.lowerBound * unit).rounded())
          } ?? "0"
      }
    }
    text += "]}"
  }

  /// How many decimals show a hundred-thousandth of a range.
  static func digits(of range: ClosedRange<Double>) -> Int {
    let width = range.upperBound - range.lowerBound
    let largest = max(abs(range.lowerBound), abs(range.upperBound), 1e-9)
    let wanted = width > 0 ? 5 - log10(width).rounded(.down) : 5
    return Int(max(0, min(9, wanted, 14 - log10(largest).rounded(.up))))
  }

  /// A number without decimals.
  private static func whole(_ value: Double) -> String {
    let number = value.rounded()
    if abs(number) < 9e15 { return String(Int64(number)) }
    return number.isFinite ? NumberText.shortest(number) : "null"
  }

  private static func occupied(_ counts: [UInt32]) -> [Int] {
    counts.indices.filter { counts[$0] > 0 }
  }

  private static func append(steps columns: [Int], to text: inout String) {
    text += "\"at\":["
    var last = -1
    append(columns, to: &text) { column, text in
      text += String(column - last)
      last = column
    }
    text += "]"
  }

  /// The columns with something in them, and how much; null if it is 1 in each.
  private static func append(_ counts: [UInt32], _ columns: [Int], to text: inout String) {
    append(steps: columns, to: &text)
    text += ",\"n\":"
    if columns.allSatisfy({ counts[$0] == 1 }) {
      text += "null"
    } else {
      text += "["
      append(columns, to: &text) { column, text in text += String(counts[column]) }
      text += "]"
    }
  }

  // MARK: Text

  /// Appends elements with commas between them.
  private static func append<Element>(
    _ elements: [Element],
    to text: inout String,
    _ append: (Element, inout String) -> Void
  ) {
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      append(element, &text)
    }
  }

  /// A text from a file as a string: not too long, without control characters, and without `<`.
  private static func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(HTMLText.longestName) {
      shown += MarkupText.isControl(scalar) ? MarkupText.replacement : String(scalar)
    }
    let json = JSONText(shown).line
    return json.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: "\\u003c")
  }
}
