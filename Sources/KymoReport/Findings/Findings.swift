/// The findings of a measurement, for those who were not there: tests, remarks, and a summary to read.
///
/// Every kind of result says once what it found; JUnit's XML, the summary in Markdown and the annotations of a job are
/// written of that, by one renderer each.
public protocol Findings {
  /// What was run, as it is typed: `kymo bench`.
  var command: String { get }
  /// The verdict in a few words.
  var word: String { get }
  /// What was measured, by what: names and values.
  var properties: [(name: String, value: String)] { get }
  /// How long it took, in s; nil if that says nothing.
  var seconds: Double? { get }
  /// When it began, in ns since the epoch; nil to leave it out.
  var startNanoseconds: Int64? { get }
  /// What holds and what does not.
  var tests: [Finding] { get }
  /// The box above the summary; nil for none.
  var alert: FindingsAlert? { get }
  /// The summary, as lines of Markdown.
  var summary: [String] { get }
  /// What a reader of the job's page has to see.
  var annotations: [GitHubAnnotation] { get }
}
