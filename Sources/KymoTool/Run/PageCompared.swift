import KymoScript

/// The messages of a page so far, for a comparison with another run.
final class PageCompared {
  var messages = PageComparison()
}
