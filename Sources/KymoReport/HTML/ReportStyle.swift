import KymoBench

/// The style sheet of the report.
///
/// Curves take their colour from classes `c0` to `c7`; each is told from its neighbours by people
/// who confuse colours, on paper and at night, and by its mark besides.
enum ReportStyle {
  static let css =
    sheet + stacking
    + (0...CurveStyle.maximumCurves).map {
      "main:has(#show\($0):not(:checked)) .plot .s\($0) { display: none }\n"
    }.joined()

  /// Where a table is too wide for its place, each row is a block: its heading, and every value below its label.
  private static let stacking =
    TableLayout.steps.map { "@container (max-width: \($0 - 1)px) {\n\(stacked("below\($0)"))}\n" }
    .joined() + stacked(TableLayout.alwaysStacked)

  private static func stacked(_ name: String) -> String {
    """
    .\(name), .\(name) tbody, .\(name) caption { display: block }
    .\(name) thead { display: none }
    .\(name) tr {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(124px, 1fr)); gap: 6px 14px;
      padding: 10px 0; border-bottom: 1px solid var(--line);
    }
    .\(name) :is(th, td) {
      position: static; min-width: 0; max-width: none; padding: 0; border: 0; text-align: left;
      white-space: normal; overflow-wrap: break-word;
    }
    .\(name) .bar { margin-left: 0 }
    .\(name) :is(th, td.prose) { grid-column: 1 / -1 }
    .\(name) tbody th { font-size: 16px; font-weight: 600 }
    .\(name) :is(th, td)::before {
      content: attr(data-label); display: block; color: var(--muted); font-weight: 400; font-size: 12px;
    }

    """
  }

  private static let sheet = """
    :root {
      color-scheme: light dark;
      --ink: #1b1f24; --muted: #57606a; --paper: #ffffff; --card: #f5f7f9;
      --line: #cfd6dd; --minor: #e8ecf0; --warm: #eef1f4;
      --bad: #a40e26; --bad-paper: #fff0f0; --good: #116329; --tail: #c2410c;
      --c1: #0b62a8; --c2: #c2410c; --c3: #0a7a55; --c4: #a4337d;
      --c5: #86690a; --c6: #2a8fc9; --c7: #6a4bbf;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e6eaee; --muted: #9ba6b1; --paper: #0f1317; --card: #171c22;
        --line: #38414b; --minor: #222932; --warm: #1a2027;
        --bad: #ff9a9a; --bad-paper: #3a1418; --good: #6fd08c; --tail: #ff9559;
        --c1: #5db4f5; --c2: #ff9559; --c3: #3ccf9f; --c4: #f08ccb;
        --c5: #e5c54a; --c6: #a5dcff; --c7: #b9a3ff;
      }
    }
    * { box-sizing: border-box }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
      -webkit-text-size-adjust: 100%;
    }
    main, footer { max-width: 1180px; margin: 0 auto; padding: 0 16px }
    footer { color: var(--muted); font-size: 13px; padding: 24px 16px 40px }
    h1, h2, h3 { line-height: 1.2; margin: 0 }
    h1 { font-size: clamp(24px, 4vw, 34px); overflow-wrap: anywhere }
    h2 { font-size: 21px; margin: 44px 0 14px; padding-top: 14px; border-top: 1px solid var(--line) }
    h3 { font-size: 15px }
    p { margin: 0 0 10px }
    code { font: 0.92em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
    .kind {
      margin: 28px 0 2px; color: var(--muted); font-size: 13px; letter-spacing: 0.04em;
    }
    .note, .unit { color: var(--muted); font-size: 13px; line-height: 1.4 }
    .note { margin: 10px 0 0 }
    .note + .scroll, .plot + .scroll { margin-top: 26px }

    .verdict { margin: 14px 0; font-size: 15px }
    .valid strong { color: var(--good) }
    .found { margin: 10px 0 14px }
    .found.valid strong { display: block; font-size: 34px; line-height: 1.15 }
    .found p { margin: 6px 0 }
    .valid strong::before { content: "\\2713\\00a0" }
    .invalid {
      padding: 14px 18px; background: var(--bad-paper); border: 2px solid var(--bad);
      border-radius: 8px; overflow-wrap: anywhere;
    }
    .invalid strong { display: block; color: var(--bad); font-size: 34px; line-height: 1.15 }
    .invalid p { margin: 6px 0 }
    .invalid ul, .remarks { margin: 0; padding-left: 20px }
    .remarks { margin-bottom: 14px }

    .tiles {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(124px, 1fr)); gap: 10px;
      margin: 18px 0 0;
    }
    .tiles div { padding: 10px 14px; background: var(--card); border-radius: 8px }
    .tiles dt { color: var(--muted); font-size: 13px }
    .tiles dd {
      margin: 0; font-size: 24px; font-weight: 600; line-height: 1.3; white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    .again { font-size: 14px; overflow-wrap: anywhere }
    .facts { columns: 2 440px; column-gap: 32px; margin: 0; font-size: 14px }
    .facts div {
      break-inside: avoid; display: grid; grid-template-columns: 118px 1fr; gap: 10px; padding: 6px 0;
      border-bottom: 1px solid var(--minor);
    }
    .facts dt { color: var(--muted) }
    .facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere }

    .legend + .note { margin: 0 0 18px }
    .legend { margin: 0 0 14px; padding: 0; border: 0; font-size: 14px }
    fieldset.legend { min-width: 0 }
    legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    .legend ul, ul.legend {
      display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0; padding: 0; list-style: none;
    }
    ul.legend { margin-bottom: 14px }
    .legend li { min-width: 0; max-width: 100% }
    .legend label { display: flex; align-items: center; gap: 6px; cursor: pointer; min-height: 28px }
    .legend label span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 60vw }
    .legend input { margin: 0; accent-color: var(--c1) }
    .swatch { width: 30px; height: 14px; flex: none; vertical-align: -2px; overflow: visible }

    .figures { display: grid; grid-template-columns: minmax(0, 1fr); gap: 28px 32px }
    @media (min-width: 980px) {
      .figures:has(#service) { grid-template-columns: repeat(2, minmax(0, 1fr)) }
      .figures:has(#reply) #response { grid-column: 1 / -1 }
    }
    .plot { margin: 0; min-width: 0 }
    .unit { margin: 6px 0 }
    .unit.below { margin: 0; text-align: center }
    .canvas {
      position: relative; height: clamp(250px, 34vw, 340px); margin: 8px 20px 26px 62px;
      touch-action: pan-y;
    }
    .canvas:focus-visible { outline: 2px solid var(--c1); outline-offset: 4px }
    .canvas > svg { display: block; width: 100%; height: 100%; overflow: visible }
    .canvas > svg svg { overflow: hidden }
    .grid line { stroke: var(--line); stroke-width: 1 }
    .grid .minor { stroke: var(--minor) }
    .ticks text { fill: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums }
    .ticks .y { text-anchor: end }
    .ticks .x { text-anchor: middle }
    .plot polyline, .swatch line {
      fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
    .plot .few { stroke-width: 1.4; stroke-opacity: 0.5 }
    .plot .base, .swatch .base { stroke-width: 1.6; stroke-dasharray: 5 4 }
    .mark { fill: currentColor; stroke: var(--paper); stroke-width: 1 }
    .mark.missed { fill: var(--paper); stroke: currentColor; stroke-width: 1.6 }
    .marks { position: absolute }
    .c0 { color: var(--ink) } .c1 { color: var(--c1) } .c2 { color: var(--c2) }
    .c3 { color: var(--c3) } .c4 { color: var(--c4) } .c5 { color: var(--c5) }
    .c6 { color: var(--c6) } .c7 { color: var(--c7) }

    #timeline .canvas { height: clamp(250px, 30vw, 330px) }
    #timeline .canvas, .sweep .canvas { margin-top: 24px }
    .plot polyline.median, .swatch .median { color: var(--c6); stroke-width: 1.6 }
    .plot polyline.p99, .swatch .p99 { color: var(--c1) }
    circle.max { fill: var(--muted) }
    circle.tail { fill: var(--tail) }
    circle.worst { fill: var(--tail); stroke: var(--ink); stroke-width: 2 }
    circle.slow { fill: none; stroke: var(--tail); stroke-width: 1.6; pointer-events: all }
    .stem { stroke: var(--tail); stroke-width: 1; stroke-opacity: 0.45 }
    line.limit { stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 1 4; stroke-linecap: round }
    rect.warm { fill: var(--warm) }
    text.warm, text.limit { fill: var(--muted); font-size: 12px }
    text.end { text-anchor: end }
    text.limit { fill: var(--ink) }
    .knee { stroke: var(--ink); stroke-width: 1.4 }

    .scroll { overflow-x: auto; margin: 0 0 26px; container-type: inline-size }
    .scroll:focus-visible { outline: 2px solid var(--c1) }
    /* Collapsed borders would not go with the first column, which stays in sight. */
    table { border-collapse: separate; border-spacing: 0; min-width: 100%; font-size: 14px }
    caption { text-align: left; font-weight: 600; padding: 0 0 6px }
    caption span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 32px); overflow-wrap: anywhere }
    th, td { padding: 6px 0 6px 18px; border-bottom: 1px solid var(--minor); vertical-align: top }
    td, thead th { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
    thead th {
      color: var(--muted); font-weight: 500; border-bottom-color: var(--line); white-space: normal;
      vertical-align: bottom;
    }
    td.prose, thead th.prose { min-width: 180px; text-align: left; white-space: normal; overflow-wrap: break-word }
    th:first-child {
      position: sticky; left: 0; padding-left: 0; padding-right: 8px; background: var(--paper);
      text-align: left; font-weight: 500; min-width: 116px; max-width: 38vw; overflow-wrap: break-word;
    }
    td small, th small {
      display: block; color: var(--muted); font-weight: 400; font-size: 12px; white-space: normal;
    }
    .bar {
      display: block; position: relative; width: 96px; height: 4px; margin: 3px 0 0 auto; background: var(--minor);
      border-radius: 2px;
    }
    .bar span { display: block; height: 100%; min-width: 1px; background: var(--c1); border-radius: 2px }
    .bar.range { height: 8px; margin-top: 7px }
    .bar.range::after {
      content: ""; position: absolute; left: 50%; top: -2px; bottom: -2px; border-left: 1px solid var(--ink);
    }
    details { margin: 0 0 26px }
    summary { cursor: pointer; font-weight: 600; font-size: 14px; padding: 6px 0; margin-bottom: 6px }
    .none, .by { color: var(--muted) }
    .by { font-size: 12px; white-space: nowrap }
    .slower { color: var(--tail) }
    .faster { color: var(--good) }

    .guide {
      position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px solid var(--ink);
      pointer-events: none;
    }
    .readout {
      position: absolute; top: 6px; z-index: 1; max-width: min(320px, 80vw); padding: 8px 12px;
      background: var(--card); border: 1px solid var(--line); border-radius: 6px; font-size: 13px;
      line-height: 1.45; pointer-events: none; box-shadow: 0 2px 10px #0003;
    }
    .readout table { min-width: 0; font-size: 13px }
    .readout th, .readout td { padding: 1px 0; border: 0; background: none }
    .readout td { padding-left: 14px }
    .readout td:first-child { padding: 0 8px 0 0 }
    .readout th, .readout th:first-child {
      min-width: 0; max-width: 130px; overflow: hidden; text-align: left; text-overflow: ellipsis;
      font-weight: 500; white-space: nowrap;
    }
    .readout .old { color: var(--muted) }

    @media (max-width: 560px) {
      .canvas { margin-left: 54px; margin-right: 14px }
      .facts div { grid-template-columns: minmax(0, 1fr); gap: 0 }
      .tiles { grid-template-columns: repeat(2, 1fr) }
      .tiles dd { font-size: 20px }
    }
    @media print {
      body { font-size: 11pt; print-color-adjust: exact; -webkit-print-color-adjust: exact }
      main, footer { max-width: none }
      h2 { break-after: avoid }
      .plot, tr, .verdict { break-inside: avoid }
      .scroll { overflow: visible }
      .legend input { display: none }
      .canvas { height: 300px }
    }
    main:has(#show-base:not(:checked)) .plot .base { display: none }

    """
}
