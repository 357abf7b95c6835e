import KymoBench
import KymoText

/// The axes of a figure around curves that stretch with the page.
///
/// The outer SVG has no coordinates of its own but percentages, so that text keeps its size at every
/// width; the curves are in an inner one of 1000 × 1000 that is stretched over the whole plot.
struct PlotFrame {
  /// A label under the plot.
  struct Label {
    /// Where, from 0 to 1.
    var place: Double
    /// The text.
    var text: String
    /// Whether it is left out on narrow screens.
    var isMinor = false
  }

  /// The name of the figure in links and scripts; letters only.
  var id: String
  /// The title above the figure.
  var title: String
  /// A description of the figure in one sentence, for those who cannot see it.
  var summary: String
  /// The quantity that is measured upwards, with its unit.
  var yTitle: String
  /// The quantity that is measured to the right, with its unit.
  var xTitle: String
  /// The axis upwards.
  var y: LogScale
  /// The labels to the right.
  var xLabels: [Label]
  /// The data that a script needs to read the figure: `data-` attributes.
  var data: String

  /// The figure.
  ///
  /// - Parameters:
  ///   - back: what lies behind the curves, in the outer coordinates.
  ///   - curves: SVG of 1000 × 1000.
  ///   - front: what lies before them, in the outer coordinates.
  ///   - note: HTML under the figure.
  /// - Returns: HTML.
  func html(back: String = "", curves: String, front: String = "", note: String = "") -> String {
    """
    <figure class="plot" id="\(id)" \(data)>
    <figcaption><h3>\(HTMLText.escaped(title))</h3></figcaption>
    <p class="unit">\(HTMLText.escaped(yTitle))</p>
    <div class="canvas">
    <svg role="img" aria-labelledby="\(id)-title \(id)-text">
    <title id="\(id)-title">\(HTMLText.escaped(title))</title>
    <desc id="\(id)-text">\(HTMLText.escaped(summary))</desc>
    \(back)<g class="grid">\(grid)</g>
    <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%">
    \(curves)</svg>
    \(front)<g class="ticks">\(labels)</g>
    </svg>
    </div>
    <p class="unit below">\(HTMLText.escaped(xTitle))</p>
    \(note.isEmpty ? "" : HTMLText.note(note))</figure>

    """
  }

  private var grid: String {
    y.ticks.map { tick in
      let place = Self.percent(1 - tick.place)
      return "<line\(tick.isMajor ? "" : " class=\"minor\"") x2=\"100%\" y1=\"\(place)\" "
        + "y2=\"\(place)\"/>"
    }.joined()
      + xLabels.map { label in
        let place = Self.percent(label.place)
        return "<line\(label.isMinor ? " class=\"minor\"" : "") x1=\"\(place)\" x2=\"\(place)\" "
          + "y2=\"100%\"/>"
      }.joined()
  }

  private var labels: String {
    y.ticks.filter(\.isMajor).map { tick in
      "<text class=\"y\" y=\"\(Self.percent(1 - tick.place))\" dx=\"-8\" dy=\"4\">"
        + "\(QuantityLabel.tick(tick.value))</text>"
    }.joined()
      + xLabels.map { label in
        "<text class=\"x\(label.isMinor ? " wide" : "")\" x=\"\(Self.percent(label.place))\" "
          + "y=\"100%\" dy=\"18\">\(HTMLText.escaped(label.text))</text>"
      }.joined()
  }

  /// A place from 0 to 1 in percent.
  static func percent(_ place: Double) -> String { number(place * 100) + "%" }

  /// A coordinate with at most two decimals.
  static func number(_ value: Double) -> String {
    NumberText.shortest((value * 100).rounded() / 100)
  }

  /// A curve through places from 0 to 1, or nothing if there are fewer than two.
  static func polyline(_ places: [(x: Double, y: Double)], _ classes: String) -> String {
    guard places.count > 1 else { return "" }
    let points = places.map { "\(number($0.x * 1000)),\(number((1 - $0.y) * 1000))" }
    return "<polyline class=\"\(classes)\" points=\"\(points.joined(separator: " "))\"/>\n"
  }
}
