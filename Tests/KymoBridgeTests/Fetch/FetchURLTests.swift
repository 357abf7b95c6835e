import KymoBridge
import Testing

@Suite("Addresses") struct FetchURLTests {
  @Test(
    "As a web view writes them",
    arguments: [
      ("http://A.Example", "http://a.example/"), ("HTTPS://a:8080?b", "https://a:8080/?b"),
      ("http://a/B?c=/d?e#f/g?h", "http://a/B?c=/d?e#f/g?h"), ("http://a/#", "http://a/#"),
      ("http://[::1]:80/x", "http://[::1]:80/x"), ("http://a//b/../c", "http://a//b/../c"),
    ]
  )
  func written(_ text: String, _ expected: String) throws {
    #expect(try FetchURL(text).text == expected)
    #expect(try FetchURL(expected).text == expected)
  }

  @Test(
    "What is none",
    arguments: [
      ("", FetchFailure.badURL), ("a", .unsupportedURL), ("ftp://a/", .unsupportedURL),
      ("file:///etc/passwd", .unsupportedURL), ("javascript:alert(1)", .unsupportedURL),
      ("http:/a", .badURL), ("http:", .badURL), ("http://", .badURL), ("http:///a", .badURL),
      ("http://a b/", .badURL), ("http://ü/", .badURL), ("http://a/\r\nX: y", .badURL),
      ("http://a/ ", .badURL), ("http://a/\u{7F}", .badURL), ("http://a/\u{80}", .badURL),
      ("http://user:secret@a/", .badURL), ("http://:80/", .badURL),
      ("http://" + String(repeating: "a", count: 1 << 16), .badURL),
    ]
  )
  func none(_ text: String, _ failure: FetchFailure) {
    #expect(throws: failure) { try FetchURL(text) }
  }

  // RFC 3986 5.4, what is about http.
  @Test(
    "Links",
    arguments: [
      ("http:g", nil), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
      ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
      ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
      ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://h", "https://h/"), ("mailto:x", nil),
      ("g?h:i", "http://a/b/c/g?h:i"), ("1:2", "http://a/b/c/1:2"),
    ] as [(String, String?)]
  )
  func links(_ link: String, _ expected: String?) throws {
    let base = try FetchURL("http://a/b/c/d;p?q")
    #expect((try? base.resolving(link))?.text == expected)
  }

  @Test(
    "Bytes as digits",
    arguments: [
      ("", []), ("00fF", [0, 255]), ("c3A9", [0xC3, 0xA9]), ("0", nil), ("0g", nil), ("-1", nil),
      ("0x", nil), ("ü", nil),
    ] as [(String, [UInt8]?)]
  )
  func digits(_ text: String, _ bytes: [UInt8]?) {
    #expect(HexBytes.decode(text) == bytes)
    if let bytes { #expect(HexBytes.encode(bytes) == text.lowercased()) }
  }
}
