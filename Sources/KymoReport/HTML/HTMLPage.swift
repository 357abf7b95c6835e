import KymoBench

/// A page that asks nobody for anything: style, script and figures are in it, and its policy forbids
/// requests.
///
/// Every page begins with its verdict and ends with how to run it again. Without the script only the
/// read-outs under the pointer are missing.
struct HTMLPage {
  /// The verdict and the first figures.
  let head: PageHead
  /// A word such as `INVALID` for the title; nil if there is nothing to note.
  var state: String?
  /// The sections between the head and the foot; HTML.
  let sections: String
  /// The facts of the run.
  let foot: PageFoot
  /// The program that wrote it, with its version; plain text.
  let program: String
  /// The styles and scripts of what else is in it, such as flame graphs.
  var parts: [PagePart] = []

  /// The whole document.
  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="\(HTMLText.plainName(program))">
    <link rel="icon" href="data:,">
    <title>\(HTMLText.plainName(head.title(state)))</title>
    <style>
    \(ReportStyle.css)\(parts.map(\.style).joined())</style>
    </head>
    <body>
    \(CurveStyle.marks)<main>
    \(head.html)\(sections)\(foot.html)</main>
    <footer>\(HTMLText.name(program))</footer>
    <script>\(ReportScript.javaScript)</script>\(scripts)
    </body>
    </html>

    """
  }

  private var policy: String {
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
      + "script-src '\(ReportScript.hash)'"
      + parts.map { " '\($0.hash)'" }.joined()
  }

  private var scripts: String { parts.map { "\n<script>\($0.script)</script>" }.joined() }
}
