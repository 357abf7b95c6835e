/// The style sheet of flame graphs, which may stand within a page: every selector begins with the class
/// of the graph.
///
/// Colours are written out, and not named once: not every viewer of SVG knows variables.
enum FlameGraphStyle {
  static let css =
    sheet + colors(day) + "@media (prefers-color-scheme: dark) {\n" + colors(night) + "}\n"

  /// The colours of one scheme.
  private struct Scheme {
    var paper: String, ink: String, muted: String, edge: String
    var hit: String, hitInk: String
    /// By class.
    var fills: [(String, String)]
  }

  private static let day = Scheme(
    paper: "#ffffff",
    ink: "#1b1f24",
    muted: "#57606a",
    edge: "#0b62a8",
    hit: "#e600e6",
    hitInk: "#ffffff",
    fills: [
      ("base", "#d5dbe1"), ("command", "#9cc7ea"), ("waiting", "#b8c4d9"),
      ("c0", "#f4a582"), ("c1", "#f7b267"), ("c2", "#f9c74f"), ("c3", "#f2936b"),
      ("c4", "#f6bd60"), ("c5", "#e9a15b"), ("c6", "#f08a5d"), ("c7", "#f5cb6b"),
      ("c8", "#eda07a"), ("c9", "#f3b04f"),
      ("g1", "#fbe0db"), ("g2", "#f8c3ba"), ("g3", "#f4a091"), ("g4", "#ef7b67"),
      ("g5", "#e5533c"),
      ("s1", "#dce9f8"), ("s2", "#bcd6f3"), ("s3", "#97c0ed"), ("s4", "#70a8e5"),
      ("s5", "#4a90db"),
      ("new", "#c39be8"), ("same", "#dfe3e8"), ("gone", "#97c0ed"),
    ]
  )

  private static let night = Scheme(
    paper: "#0f1317",
    ink: "#f0f3f6",
    muted: "#9ba6b1",
    edge: "#8fd0ff",
    hit: "#d11fd1",
    hitInk: "#ffffff",
    fills: [
      ("base", "#38414b"), ("command", "#2b5f8a"), ("waiting", "#45516b"),
      ("c0", "#8f4a2c"), ("c1", "#8a5a1e"), ("c2", "#7d6413"), ("c3", "#96472a"),
      ("c4", "#80601f"), ("c5", "#86522a"), ("c6", "#9a4524"), ("c7", "#77661f"),
      ("c8", "#8b4e36"), ("c9", "#875a16"),
      ("g1", "#4a2a26"), ("g2", "#63302a"), ("g3", "#7f362c"), ("g4", "#9d3a2c"),
      ("g5", "#b93c29"),
      ("s1", "#243447"), ("s2", "#27435f"), ("s3", "#295379"), ("s4", "#2a6394"),
      ("s5", "#2a73af"),
      ("new", "#6d4796"), ("same", "#333b44"), ("gone", "#295379"),
    ]
  )

  private static func colors(_ scheme: Scheme) -> String {
    var text = """
      .flamegraph { background: \(scheme.paper) }
      .flamegraph .paper { fill: \(scheme.paper) }
      .flamegraph text, .flamegraph .head { fill: \(scheme.ink) }
      .flamegraph .sub, .flamegraph .plain { fill: \(scheme.muted) }
      .flamegraph .tools { color: \(scheme.ink) }
      .flamegraph .tools :is(input, button) {
        color: \(scheme.ink); background: \(scheme.paper); border: 1px solid \(scheme.muted);
      }
      .flamegraph .f:focus rect, .flamegraph .f:hover rect { stroke: \(scheme.edge) }

      """
    for (name, fill) in scheme.fills { text += ".flamegraph .\(name) { fill: \(fill) }\n" }
    return text + ".flamegraph .f.hit rect { fill: \(scheme.hit) }\n"
      + ".flamegraph .f.hit text { fill: \(scheme.hitInk) }\n"
  }

  private static let sheet = """
    .flamegraph { display: block; width: 100%; min-width: 320px }
    .flamegraph text { font: 11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
    .flamegraph .head { font: 600 17px system-ui, "Segoe UI", Roboto, Arial, sans-serif }
    .flamegraph .sub, .flamegraph .plain { font: 12px system-ui, "Segoe UI", Roboto, Arial, sans-serif }
    .flamegraph .f { cursor: pointer; outline: none }
    .flamegraph .f text { pointer-events: none }
    .flamegraph .f:hover rect { stroke-width: 2 }
    .flamegraph .f:focus rect { stroke-width: 4 }
    .flamegraph .f.over { opacity: 0.55 }
    .flamegraph .f.out { display: none }
    .flamegraph .elided .f { cursor: default }
    .flamegraph .elided rect { stroke-dasharray: 3 2 }
    .flamegraph .tools {
      display: flex; gap: 8px; align-items: center; height: 26px; padding: 0 8px;
      font: 12px system-ui, "Segoe UI", Roboto, Arial, sans-serif; white-space: nowrap;
    }
    .flamegraph .tools :is(input, button) { font: inherit; border-radius: 4px; padding: 2px 6px; margin: 0 }
    .flamegraph .tools input[type="search"] { width: clamp(90px, 20vw, 220px); box-sizing: border-box }
    .flamegraph .tools label { display: flex; gap: 4px; align-items: center }
    .flamegraph .tools .said { overflow: hidden; text-overflow: ellipsis; min-width: 0; flex: 1 }

    """
}
