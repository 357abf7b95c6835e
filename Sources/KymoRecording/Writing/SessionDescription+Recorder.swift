extension SessionDescription {
  /// How the origin of a session begins that the recorder of a page has written.
  package static var recorderOrigin: String { "recorder of a page: " }

  /// Whether its requests are those that a page made on a phone: a page that is run with it makes its own.
  package var hasPhoneCalls: Bool { origin.contains(Self.recorderOrigin) }
}
