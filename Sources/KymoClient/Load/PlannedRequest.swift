/// A request of a plan that is under way; its times are in ns after the start of the run.
struct PlannedRequest {
  /// Its place in the plan.
  var place: Int
  /// When it was due.
  var due: Int64
  /// When it was taken up.
  var taken: Int64
}
