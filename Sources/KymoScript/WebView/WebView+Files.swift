import KymoBridge
import KymoHTTP

/// The files of a page's folder as answers to its requests.
extension WebView {
  /// Answers a request with a file of the folder, if it asks for one.
  ///
  /// - Parameters:
  ///   - request: what the page asks for.
  ///   - isScripted: whether somebody else answers what the folder has not.
  /// - Returns: whether it did.
  /// - Throws: a limit that a script ran into.
  func answer(_ request: WebRequest, isScripted: Bool = false) throws(ScriptError) -> Bool {
    let address = shown(request.url)
    guard let site, request.url != address else { return false }
    if site.hasOrigin { return try answer(request, at: address, of: site, isScripted) }
    do throws(WebViewError) {
      let path = String(address.prefix { $0 != "?" && $0 != "#" })
      let bytes = try site.folder.bytes(ofFile: path, as: address)
      try fetch(request.number, .response(FetchResponse(200, url: request.url)))
      if !bytes.isEmpty { try fetch(request.number, .data(bytes)) }
      try fetch(request.number, .end)
    } catch .script(let error) { throw error } catch {
      try fetch(request.number, failed: "\(error)")
    }
    return true
  }

  /// Answers as the server of an origin does.
  private func answer(
    _ request: WebRequest,
    at address: String,
    of site: WebSite,
    _ isScripted: Bool
  ) throws(ScriptError) -> Bool {
    var path = WebSite.path(of: address)
    if let folder = path, folder.isEmpty || folder.hasSuffix("/") { path = folder + "index.html" }
    let isRead = request.method == "GET" || request.method == "HEAD"
    let bytes = isRead ? path.flatMap { try? site.folder.bytes(ofFile: $0) } : nil
    if bytes == nil, isScripted { return false }
    let body = bytes ?? Array("\(isRead ? "Not Found" : "Method Not Allowed")\n".utf8)
    let type = bytes == nil ? "text/plain; charset=utf-8" : WebFileType.named(path ?? "")
    let response = FetchResponse(
      bytes != nil ? 200 : isRead ? 404 : 405,
      fields: [HTTPField("content-type", type), HTTPField("content-length", "\(body.count)")],
      url: String(request.url.prefix { $0 != "#" })
    )
    do throws(WebViewError) {
      try fetch(request.number, .response(response))
      if !body.isEmpty, request.method != "HEAD" { try fetch(request.number, .data(body)) }
      try fetch(request.number, .end)
    } catch {
      if case .script(let error) = error { throw error }
    }
    return true
  }
}
