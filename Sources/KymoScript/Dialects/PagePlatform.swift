/// The phone whose web view a page is to find: bridges and sensors differ.
public enum PagePlatform: String, Sendable, CaseIterable {
  /// WKWebView of an iPhone.
  case ios
  /// WebView of Android.
  case android
}
