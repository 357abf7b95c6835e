import Testing

@testable import KymoScript

@Suite("Addresses of a page's folder")
struct WebSiteTests {
  @Test(
    "An address stands for a path",
    arguments: [
      ("a/b.js", "a/b.js"), ("a%20b.js?v=1#x", "a b.js"), ("%C3%BC", "ü"), ("", ""), ("a/", "a/"),
      ("100%", "100%"), ("a+b", "a+b"), ("...", "..."),
    ]
  )
  func path(address: String, path: String) { #expect(WebSite.path(of: address) == path) }

  @Test(
    "An address that leads away stands for none",
    arguments: [
      "..", "../a", "a/../b", "%2e%2e/a", "a/%2E.", "a%2fb", "a%2Fb", "a%00", ".", "./a", "%ff",
      "\0",
    ]
  )
  func noPath(address: String) { #expect(WebSite.path(of: address) == nil) }

  @Test("A file has an address, and an index is its folder")
  func address() {
    #expect(WebSite.address(ofFile: "index.html") == "")
    #expect(WebSite.address(ofFile: "a/index.html") == "a/")
    #expect(WebSite.address(ofFile: "my index.html") == "my%20index.html")
    #expect(WebSite.address(ofFile: "a#b?c%.html") == "a%23b%3Fc%25.html")
    #expect(WebSite.address(ofFile: "ü.html") == "%C3%BC.html")
  }

  @Test(
    "An origin is file, or a scheme with a host",
    arguments: [
      ("file", WebOrigin.file), ("https://localhost", .named("https://localhost")),
      ("Capacitor://LocalHost", .named("capacitor://localhost")),
      ("http://10.0.0.1:8100", .named("http://10.0.0.1:8100")),
      ("com.example+app://a-b.c", .named("com.example+app://a-b.c")),
    ]
  )
  func origin(text: String, origin: WebOrigin) { #expect(WebOrigin(text) == origin) }

  @Test(
    "Anything else is none",
    arguments: [
      "", "localhost", "https:", "https://", "https:///", "https://a/", "https://a/b", "1a://b",
      "a b://c", "https://a b", "https://a:b", "https://a:70000", "data://a", "javascript://a",
      "https://a:1:2", "file://a",
    ]
  )
  func noOrigin(text: String) { #expect(WebOrigin(text) == nil) }

  @Test(
    "A page needs an origin for modules and for paths that begin with a slash",
    arguments: [
      ("<script type=module>", true, false), ("<SCRIPT TYPE = 'Module' src=a.js>", true, false),
      ("<script src=/a.js>", false, true), ("<link rel=x href='/a.css'>", false, true),
      ("<script src=\"/a.js\" type=\"module\">", true, true),
      ("<script src=//a/b.js>", false, false),
      ("<script src=a/b.js>", false, false), ("<script data-src=/a.js>", false, false),
      ("<!-- <script type=module> --><script>", false, false),
      ("<script>'<script type=module>'</script>", false, false),
      ("<scripts type=module>", false, false),
      ("<script id=module>", false, false), ("<", false, false), ("<!--", false, false),
      ("", false, false),
      ("<script", false, false), ("<a href=/b>", false, false),
    ]
  )
  func need(html: String, modules: Bool, paths: Bool) {
    #expect(WebOrigin.need(of: html) == WebOrigin.Need(modules: modules, paths: paths))
  }

  @Test("Files have types by their endings")
  func types() {
    #expect(WebFileType.named("a/b.JS") == "text/javascript; charset=utf-8")
    #expect(WebFileType.named("a.wasm") == "application/wasm")
    #expect(WebFileType.named("a.b/c") == "application/octet-stream")
    #expect(WebFileType.named("") == "application/octet-stream")
  }
}
