extension String {
  /// A page without the labels that its cells have where a table is stacked.
  var withoutLabels: String {
    self.split(separator: " data-label=\"", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        index == 0 ? part : part.drop { $0 != "\"" }.dropFirst()
      }.joined()
  }
}
