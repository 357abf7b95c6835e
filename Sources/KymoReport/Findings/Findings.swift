/// The findings of a measurement, for those who were not there: tests, remarks, and a summary to read.
///
/// Every kind of result says once what it found; JUnit's XML, the summary in Markdown and the annotations of a job are
/// written of that, by one renderer each.
public protocol Findings {
  /// The command that was run, as it is typed: `kymo bench`.
  var command: String { get }
  /// The verdict in a few words.
  var word: String { get }
  /// The subject and the means of the measurement: names and values.
  var properties: [(name: String, value: String)] { get }
  /// How long it took, in s; nil if that says nothing.
  var seconds: Double? { get }
  /// When it began, in ns since the epoch; nil to leave it out.
  var startNanoseconds: Int64? { get }
  /// The tests that hold, and those that do not.
  var tests: [Finding] { get }
  /// The box above the summary; nil for none.
  var alert: FindingsAlert? { get }
  /// The summary, as lines of Markdown.
  var summary: [String] { get }
  /// The remarks that a reader of the job's page has to see.
  var annotations: [GitHubAnnotation] { get }
}
