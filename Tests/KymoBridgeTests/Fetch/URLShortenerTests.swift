import KymoBridge
import Testing

@Suite("The shortening service") struct URLShortenerTests {
  @Test("The same URL is the same key, and the first is 1") func keys() {
    var shortener = URLShortener(limit: 40)
    #expect(shortener.key(for: "http://a") == "1")
    #expect(shortener.key(for: "http://b") == "2")
    #expect(shortener.key(for: "http://a") == "1")
    for number in 3...40 { #expect(shortener.key(for: "http://\(number)") != nil) }
    #expect(shortener.key(for: "http://more") == nil)
    #expect(shortener.key(for: "http://40") == "14")
    #expect(shortener.url(for: "14") == "http://40")
    #expect(shortener.count == 40)
  }

  @Test(
    "Keys that are none",
    arguments: ["", "0", "2", "01", "+1", "-1", "1 ", "A", "zzzzzzzzzzzzzzzz"]
  )
  func noKeys(_ key: String) {
    var shortener = URLShortener(limit: 40)
    #expect(shortener.key(for: "http://a") == "1")
    #expect(shortener.url(for: key) == nil)
  }

  @Test(
    "URLs that can be gone to",
    arguments: [
      ("http://a", true), ("HTTPS://a", true), ("ftp://a", false), ("javascript:alert(1)", false),
      ("http:/a", false), ("http://a b", false), ("http://a\r\nX: y", false),
      ("http://a\u{7F}", false),
      ("", false), ("http://ü", true), ("http://" + String(repeating: "a", count: 8185), true),
      ("http://" + String(repeating: "a", count: 8186), false),
    ]
  )
  func acceptable(_ url: String, _ isAcceptable: Bool) {
    #expect(URLShortener.isAcceptable(url) == isAcceptable)
  }

  @Test(
    "Percent escapes",
    arguments: [
      ("", ""), ("a+b", "a+b"), ("%41%4a%4A", "AJJ"), ("%C3%bc", "ü"), ("%", nil), ("%4", nil),
      ("a%4", nil), ("%4g", nil), ("%g4", nil), ("%ff", nil), ("%c3", nil), ("%00", "\0"),
      ("%2541", "%41"),
    ] as [(String, String?)]
  )
  func escapes(_ text: String, _ decoded: String?) {
    #expect(URLShortener.url(in: Array("url=\(text)".utf8)[...]) == decoded)
    // What is behind an ampersand is another parameter.
    #expect(URLShortener.url(in: Array("url=\(text)&more=%".utf8)[...]) == decoded)
    #expect(URLShortener.url(in: Array("more&url=\(text)".utf8)[...]) == nil)
  }

  @Test("The service: the short URL, or what is wrong with the request") func service() {
    var shortener = URLShortener(limit: 1)
    func answer(_ path: String, _ query: String) -> String {
      let (status, text) = shortener.answer(
        path: Array(path.utf8)[...],
        query: Array(query.utf8)[...],
        base: "http://x.co/"
      )
      return "\(status) \(text.prefix(24))"
    }
    #expect(answer("/Squeeze.svc/text/k", "url=http%3A%2F%2Fa") == "200 http://x.co/1")
    #expect(answer("/Squeeze.svc/text/k", "url=http://a&b") == "200 http://x.co/1", "cut")
    #expect(
      answer("/Squeeze.svc/text/k", "url=http%3A%2F%2Fa%26b") == "507 there are 1 short URLs a"
    )
    #expect(answer("/Squeeze.svc/text/k", "url=ftp://a").hasPrefix("400"))
    #expect(answer("/Squeeze.svc/text/", "url=http://a").hasPrefix("404"))
    #expect(answer("/Squeeze.svc/json/k", "url=http://a").hasPrefix("404"))
  }
}
