public import KymoBridge
import KymoHTTP

extension Browser {
  /// The pages that the browser comes with, and the shortening service: nothing of it leaves the machine.
  ///
  /// `http://example.org/`; `/old`, which leads there; `/frames` with two frames; `http://slow.example/`, which
  /// takes ten seconds; `http://down.example/`, which breaks off. Any other page could not be connected to.
  public static var samplePages: FetchScript {
    let html = [HTTPField("Content-Type", "text/html; charset=utf-8")]
    func page(_ url: String, _ text: String, after delay: Int64 = 20_000_000) -> FetchRule {
      FetchRule(url: url, body: Array(text.utf8), fields: html, after: delay)
    }
    let frames = #"<iframe src="/frame/1"></iframe><iframe src="/frame/2"></iframe>"#
    return FetchScript([
      page("http://example.org/", "<title>Example</title><a href=\"/frames\">frames</a>"),
      FetchRule(
        .url("http://example.org/old"),
        steps: [FetchStep(.redirect(301, "/"), after: 10_000_000)]
      ),
      page("http://example.org/frames", "<title>Frames</title>" + frames),
      page("http://example.org/frame/1", "<p>one"),
      page("http://example.org/frame/2", "<p>two", after: 30_000_000),
      page("http://slow.example/", "<title>At last</title>", after: 10_000_000_000),
      FetchRule(
        .url("http://down.example/"),
        steps: [
          FetchStep(.respond(200, html), after: 20_000_000), FetchStep(.fail(.connectionLost)),
        ]
      ),
    ])
  }
}
