import KymoProfile

/// A style and a script that a page has beside those of all pages.
struct PagePart {
  /// The style sheet.
  let style: String
  /// The script.
  let script: String
  /// The hash by which the policy of the page lets it run: the SHA-256 of ``script``, in Base64.
  let hash: String

  /// That of flame graphs.
  static var flameGraph: PagePart {
    PagePart(style: FlameGraph.style, script: FlameGraph.script, hash: FlameGraph.scriptHash)
  }

  /// That of recordings.
  ///
  /// The hash belongs to `timeline.js`.
  static var timeline: PagePart {
    PagePart(
      style: String(decoding: PackageResources.timeline_css, as: UTF8.self),
      script: String(decoding: PackageResources.timeline_js, as: UTF8.self),
      hash: "sha256-Ul6sluOXRYlD8xPaOeQM1eu83rGuZqQ7XByjHKqe1js="
    )
  }
}
