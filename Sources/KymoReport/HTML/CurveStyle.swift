import KymoBench

/// How a curve looks: a colour and a mark, so that nobody depends on colours.
///
/// The style sheet has the colours and the page the marks; see ``ReportStyle`` and ``marks``.
struct CurveStyle {
  /// How many curves a figure has at most.
  static let maximumCurves = 12
  /// How many of them are shown until more are switched on.
  static let shownCurves = 6
  private static let colorCount = 8

  /// The place of the curve in the legend.
  let index: Int

  /// Class names: `s` and the place, by which the curve is switched off, and `c` and its colour.
  var classes: String { "s\(index) c\(index % Self.colorCount)" }

  /// The colour alone, for what is not switched off with a curve that happens to have the same place.
  var color: String { "c\(index % Self.colorCount)" }

  /// A mark on the curve, at places from 0 to 1.
  func mark(x: Double, y: Double, classes: String? = nil) -> String {
    "<use href=\"#m\(index % Self.shapes.count)\" class=\"mark \(classes ?? self.classes)\" "
      + "x=\"\(PlotFrame.percent(x))\" y=\"\(PlotFrame.percent(1 - y))\"/>"
  }

  /// The curve and its mark, as they are shown in the legend, whether or not the curve is.
  func swatch(classes: String? = nil) -> String {
    let color = classes ?? color
    return "<svg class=\"swatch\" aria-hidden=\"true\"><line class=\"\(color)\" x2=\"100%\" "
      + "y1=\"50%\" y2=\"50%\"/>\(mark(x: 0.5, y: 0.5, classes: color))</svg>"
  }

  /// The shapes of all marks, which figures refer to.
  static var marks: String {
    let symbols = shapes.enumerated().map { "<g id=\"m\($0.offset)\">\($0.element)</g>" }
    return "<svg class=\"marks\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>"
      + symbols.joined() + "</defs></svg>\n"
  }

  private static let shapes = [
    "<circle r=\"3.6\"/>",
    "<rect x=\"-3.3\" y=\"-3.3\" width=\"6.6\" height=\"6.6\"/>",
    "<path d=\"M0-4.4 4.2 3.2H-4.2Z\"/>",
    "<path d=\"M0-4.7 4.7 0 0 4.7-4.7 0Z\"/>",
    "<path d=\"M0 4.4 4.2-3.2H-4.2Z\"/>",
    "<path d=\"M-1.3-4.2H1.3V-1.3H4.2V1.3H1.3V4.2H-1.3V1.3H-4.2V-1.3H-1.3Z\"/>",
    "<path d=\"M0-4.6 4.4-1.4 2.7 3.7H-2.7L-4.4-1.4Z\"/>",
  ]
}
