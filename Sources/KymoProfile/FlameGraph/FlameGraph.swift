import KymoText

/// A flame graph in SVG: each frame stands on its caller, and is as wide as the time that it took.
///
/// The file needs nothing but a browser. Without JavaScript it can be read, and titles have the figures;
/// with it, frames are zoomed by a click or the keys, and searched by a regular expression, the state is
/// in the address, and names are cut to their frames. The width is that of the window.
public struct FlameGraph: Sendable {
  /// The height of a row in pixels.
  static let rowHeight = 17
  /// Frames narrower than this share of the whole are left out, and counted.
  public static let narrowest = 0.001
  /// How many rows are drawn; what stands higher is left out, and counted.
  public static let maximumRows = 400
  /// The height in pixels of what stands above the frames.
  private static let headHeight = 92
  private static let footHeight = 30

  private let title: String
  private let subtitle: String
  private let summary: String
  private let boxes: [FlameBox]
  /// Frames that are gone, for a strip below the graph.
  private let elided: [FlameBox]
  private let elidedNote: String
  private let legend: [(look: String, text: String)]
  private let total: Int
  private let footnote: String

  /// The whole document.
  public var svg: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + element(
        id: "flame",
        attributes: " xmlns=\"http://www.w3.org/2000/svg\"",
        style: "<style>\n\(FlameGraphStyle.css)</style>\n",
        script: "<script><![CDATA[\(FlameGraphScript.javaScript)]]></script>\n"
      )
  }

  /// The graph within a page that has ``style`` and ``script`` once.
  ///
  /// - Parameter id: what the page calls it; no other element may be called so.
  /// - Returns: an element.
  package func element(id: String) -> String {
    element(id: id, attributes: "", style: "", script: "")
  }

  /// The style sheet of all graphs of a page; each selector begins with their class.
  package static var style: String { FlameGraphStyle.css }
  /// The script of all graphs of a page.
  package static var script: String { FlameGraphScript.javaScript }
  /// The hash by which the policy of a page lets it run: the SHA-256 of ``script``, in Base64.
  package static var scriptHash: String { FlameGraphScript.hash }

  private func element(id: String, attributes: String, style: String, script: String) -> String {
    let rows = (boxes.map(\.level).max() ?? 0) + 1
    let row = Self.rowHeight
    let top = Self.headHeight
    let bottom = top + rows * row
    let strip = elided.isEmpty ? 0 : row + 32
    let height = bottom + strip + Self.footHeight
    var text =
      "<svg\(attributes) class=\"flamegraph\" id=\"\(id)\" width=\"1200\" height=\"\(height)\" "
      + "data-total=\"\(total)\" role=\"group\" aria-label=\"\(MarkupText.shown(summary))\">\n"
    text += "<title>\(MarkupText.shown(title))</title>\n"
    text += style
    text += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    text += "<text class=\"head\" x=\"8\" y=\"24\">\(FlameBox.shown(title))</text>\n"
    text += "<text class=\"sub\" x=\"8\" y=\"43\">\(MarkupText.shown(subtitle))</text>\n"
    text += "<text class=\"plain\" x=\"8\" y=\"66\">Hold the pointer over a frame for its figures."
    text += "</text>\n" + legendRow
    text += "<g class=\"frames\">\n"
    for box in boxes {
      text += box.element(y: bottom - (box.level + 1) * row, total: total)
    }
    text += "</g>\n"
    if !elided.isEmpty {
      text += "<text class=\"sub\" x=\"8\" y=\"\(bottom + 22)\">"
      text += "\(MarkupText.shown(elidedNote))</text>\n<g class=\"elided\">\n"
      for box in elided { text += box.element(y: bottom + 28, total: total) }
      text += "</g>\n"
    }
    text +=
      "<text class=\"sub\" x=\"8\" y=\"\(height - 11)\">\(MarkupText.shown(footnote))</text>\n"
    return text + script + "</svg>\n"
  }

  private var legendRow: String {
    guard !legend.isEmpty else { return "" }
    var text = "<g class=\"legend\">\n"
    var x = 8
    for item in legend {
      text += "<g class=\"\(item.look)\"><rect x=\"\(x)\" y=\"74\" width=\"14\" height=\"12\"/></g>"
      text += "<text class=\"sub\" x=\"\(x + 19)\" y=\"84\">\(MarkupText.shown(item.text))</text>\n"
      x += 36 + 7 * item.text.count
    }
    return text + "</g>\n"
  }

  // MARK: What is drawn

  /// A graph of the samples of a profile.
  ///
  /// - Throws: what is wrong with the profile, or that it has no samples.
  public init(_ profile: Profile) throws(ProfileError) {
    try profile.check()
    if profile.samples.isEmpty { throw .nothingToShow(format: .svg, needs: "samples") }
    self.init(StackTree(profile), of: profile)
  }

  private init(_ tree: StackTree, of profile: Profile) {
    let layout = FlameLayout(tree)
    let quantity = FlameQuantity(tree)
    title = profile.name
    subtitle = Self.subtitle(profile)
    summary = "Flame graph of \(profile.name)"
    boxes = layout.places.map { place in
      let node = tree.nodes[place.node]
      return FlameBox(
        name: node.name,
        figures: quantity.figures(place.node),
        look: FlameColor.look(of: node.name, node.kind),
        start: place.start,
        width: node.weight,
        level: node.depth
      )
    }
    elided = []
    elidedNote = ""
    let hasWaits = tree.nodes.contains { $0.kind == .waiting }
    legend = hasWaits ? [("waiting", "the thread waited in the kernel")] : []
    total = tree.nodes[0].weight
    footnote = layout.footnote
  }

  /// A graph of the later profile of two, coloured by how it differs from the earlier one.
  ///
  /// Red frames have a larger share of the time than before, blue ones a smaller one, purple ones are
  /// new; grey is what sampling alone may have brought. What is gone stands in a strip below.
  public init(_ difference: ProfileDifference) {
    let layout = FlameLayout(difference.after)
    let tree = difference.after
    title = difference.afterName
    subtitle = "compared with \(FlameBox.shortened(difference.beforeName)): \(difference.sizes)"
    summary = "Differential flame graph of \(difference.afterName)"
    let largest = difference.largestChange(of: layout.places.map(\.node))
    boxes = layout.places.map { place in
      let node = tree.nodes[place.node]
      return FlameBox(
        name: node.name,
        figures: difference.figures(place.node),
        look: difference.change(of: place.node).look(largest: largest),
        start: place.start,
        width: node.weight,
        level: node.depth
      )
    }
    let strip = ElidedStrip(difference, total: tree.nodes[0].weight)
    elided = strip.boxes
    elidedNote = strip.note
    legend = [
      ("g4", "larger share"), ("s4", "smaller share"), ("new", "new"),
      ("same", "within the sampling error"),
    ]
    total = tree.nodes[0].weight
    footnote = layout.footnote
  }

  private static func subtitle(_ profile: Profile) -> String {
    let count = profile.timedSamples
    var parts = ["\(NumberText.grouped(count)) sample\(count == 1 ? "" : "s")"]
    if let sampling = profile.sampling {
      let time = QuantityText(isUnicode: true).duration(nanoseconds: sampling.period)
      parts[0] += ", one each \(time)"
      parts.append(sampling.text(folded: profile.foldedSamples))
    }
    let scripts = profile.scriptSamples
    if scripts > 0 { parts.append("\(NumberText.grouped(scripts)) by the script engine") }
    if let note = profile.notes.first(where: { $0.name == "partial" }) {
      parts.append("partial: \(FlameBox.shortened(note.value))")
    }
    if !profile.exporter.isEmpty { parts.append(FlameBox.shortened(profile.exporter)) }
    return parts.joined(separator: ", ")
  }
}
