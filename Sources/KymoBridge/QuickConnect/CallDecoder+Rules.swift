extension CallDecoder {
  /// A decoder of calls as `rules` want them.
  public init(_ rules: CallRules) {
    self.init(bases: rules.bases, mode: rules.mode, limits: rules.limits)
  }
}
