/// The commands of a ``Browser``: what its user taps, and what its delegates are told.
public enum BrowserCommand: String, Sendable, CaseIterable {
  /// Go, or refresh: `["TYPED TEXT"]`, or nothing for what the field shows.
  case loadLocation
  /// A tapped link: `["URL"]`.
  case shouldStartLoadWithRequest
  /// The button that shortens.
  case shortenURL
  /// The button that copies.
  case copyURL
  /// The web view: `["URL"]`.
  case webViewDidStartLoad
  /// The web view: `["URL"]`, that of its request.
  case webViewDidFinishLoad
  /// The web view: `["DESCRIPTION", CODE]`.
  case didFailLoadWithError
  /// A connection: `[CONNECTION, STATUS, "URL"]`.
  case didReceiveResponse
  /// A connection: `[CONNECTION, "TEXT"]`, or `[CONNECTION, "DIGITS", "hex"]` for what is not UTF-8.
  case didReceiveData
  /// A connection: `[CONNECTION]`.
  case connectionDidFinishLoading
  /// A connection: `[CONNECTION, "DESCRIPTION", CODE]`.
  case connectionDidFailWithError
}
