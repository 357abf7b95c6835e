import Foundation

/// A chart of three panels, time, memory and size of the file over what grows, both axes logarithmic.
///
/// It has the colours and the marks of the reports, and is read by day and at night.
struct ScaleChart {
  /// One curve.
  struct Curve {
    var name: String
    var points: [(x: Double, y: Double)]
  }

  /// One panel.
  struct Panel {
    var title: String
    var xTitle: String
    var curves: [Curve]
    var unit: (Double) -> String
  }

  var title: String
  var panels: [Panel]

  private static let width = 400.0
  private static let height = 300.0
  private static let margin = (left: 64.0, top: 46.0, right: 30.0, bottom: 112.0)
  private static let perRow = 2
  private static let shapes = [
    "<circle r=\"3.6\"/>", "<rect x=\"-3.3\" y=\"-3.3\" width=\"6.6\" height=\"6.6\"/>",
    "<path d=\"M0-4.4 4.2 3.2H-4.2Z\"/>", "<path d=\"M0-4.7 4.7 0 0 4.7-4.7 0Z\"/>",
  ]

  /// The chart as a file of its own.
  var svg: String {
    let rows = (panels.count + Self.perRow - 1) / Self.perRow
    let cell = (
      width: Self.width + Self.margin.left + Self.margin.right,
      height: Self.height + Self.margin.top + Self.margin.bottom
    )
    let size = (width: cell.width * Double(Self.perRow), height: cell.height * Double(rows))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(size.width)) \(number(size.height))" \
      role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="13">
      <title id="title">\(escaped(title))</title>
      <style>
      svg { --ink: #1b1f24; --muted: #57606a; --paper: #ffffff; --line: #cfd6dd;
        --c0: #1b1f24; --c1: #0b62a8; --c2: #c2410c; --c3: #0a7a55 }
      @media (prefers-color-scheme: dark) {
        svg { --ink: #e6eaee; --muted: #9ba6b1; --paper: #0f1317; --line: #38414b;
          --c0: #e6eaee; --c1: #5db4f5; --c2: #ff9559; --c3: #3ccf9f }
      }
      .paper { fill: var(--paper) } .grid { stroke: var(--line) } text { fill: var(--ink) }
      .muted { fill: var(--muted) } polyline { fill: none; stroke-width: 2 }

      """
    for index in Self.shapes.indices {
      text += ".c\(index) { stroke: var(--c\(index)) } .m\(index) { fill: var(--c\(index)) }\n"
    }
    text += "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    for (index, panel) in panels.enumerated() {
      let x = Double(index % Self.perRow) * cell.width + Self.margin.left
      let y = Double(index / Self.perRow) * cell.height + Self.margin.top
      text += "<g transform=\"translate(\(number(x)) \(number(y)))\">\n\(body(panel))</g>\n"
    }
    return text + "</svg>\n"
  }

  private func body(_ panel: Panel) -> String {
    let all = panel.curves.flatMap(\.points)
    let x = Axis(all.map(\.x), Self.width)
    let y = Axis(all.map(\.y), Self.height)
    var text =
      "<text y=\"-18\" font-size=\"15\" font-weight=\"600\">\(escaped(panel.title))</text>\n"
    for power in y.powers {
      let place = number(Self.height - y.place(pow(10, Double(power))))
      text += "<line class=\"grid\" x2=\"\(number(Self.width))\" y1=\"\(place)\" y2=\"\(place)\"/>"
      text +=
        "<text class=\"muted\" x=\"-8\" y=\"\(place)\" dy=\"4\" text-anchor=\"end\">"
        + "\(panel.unit(pow(10, Double(power))))</text>\n"
    }
    for power in x.powers {
      let place = number(x.place(pow(10, Double(power))))
      text += "<line class=\"grid\" y2=\"\(number(Self.height))\" x1=\"\(place)\" x2=\"\(place)\"/>"
      text +=
        "<text class=\"muted\" x=\"\(place)\" y=\"\(number(Self.height + 18))\" "
        + "text-anchor=\"middle\">\(Self.count(pow(10, Double(power))))</text>\n"
    }
    text +=
      "<text class=\"muted\" x=\"\(number(Self.width / 2))\" y=\"\(number(Self.height + 38))\" "
      + "text-anchor=\"middle\">\(escaped(panel.xTitle))</text>\n"
    for (index, curve) in panel.curves.enumerated() {
      let style = index % Self.shapes.count
      let places = curve.points.map { (x.place($0.x), Self.height - y.place($0.y)) }
      let line = places.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
      text += "<polyline class=\"c\(style)\" points=\"\(line)\"/>\n"
      for place in places + [(4, Self.height + 56 + 18 * Double(index))] {
        text +=
          "<g class=\"m\(style)\" transform=\"translate(\(number(place.0)) "
          + "\(number(place.1)))\">\(Self.shapes[style])</g>\n"
      }
      text +=
        "<text x=\"14\" y=\"\(number(Self.height + 60 + 18 * Double(index)))\">"
        + "\(escaped(curve.name))</text>\n"
    }
    return text
  }

  /// A logarithmic axis from one power of ten to another.
  private struct Axis {
    let low: Double
    let high: Double
    let length: Double

    init(_ values: [Double], _ length: Double) {
      low = log10(max(1e-9, values.min() ?? 1)).rounded(.down)
      high = max(low + 1, log10(max(1e-9, values.max() ?? 10)).rounded(.up))
      self.length = length
    }

    var powers: ClosedRange<Int> { Int(low)...Int(high) }
    func place(_ value: Double) -> Double {
      (log10(max(1e-9, value)) - low) / (high - low) * length
    }
  }

  /// A power of ten as people write it.
  static func count(_ value: Double) -> String {
    value >= 1e4 ? "10\(superscript(Int(log10(value).rounded())))" : "\(Int(value.rounded()))"
  }

  private static func superscript(_ value: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return String(String(value).compactMap { digit in digit.wholeNumberValue.map { digits[$0] } })
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
