/// A table with what SQLite has planned to do with it.
final class TableBox {
  let table: any QueryTable
  /// The columns, kept here since asking the table for one makes a list of all.
  let columns: [QueryColumn]
  /// The time of the first message, in ns.
  let start: Int64
  /// The ways to read it that were planned, by their numbers.
  private(set) var plans: [QueryPlan] = []
  /// Whether SQLite is being told of the columns.
  var isConnecting = false
  /// Why reading failed last.
  var failure: QueryError?

  init(_ table: any QueryTable, start: Int64) {
    self.table = table
    columns = table.columns
    self.start = start
  }

  /// Keeps a plan.
  ///
  /// - Returns: its number.
  func keep(_ plan: QueryPlan) -> Int {
    if let known = plans.firstIndex(of: plan) { return known }
    plans.append(plan)
    return plans.count - 1
  }

  /// The declaration of the table, for SQLite.
  var declaration: String {
    let list = columns.map { "\"\($0.name)\" \($0.kind.rawValue)" }
    return "CREATE TABLE \"\(table.name)\"(" + list.joined(separator: ", ") + ")"
  }
}
