/// A reader of the rows of a table, in their order.
///
/// A statement that joins tables starts one cursor again and again.
protocol QueryCursor: AnyObject {
  /// Goes to the first row that a filter may let pass.
  ///
  /// - Throws: what is wrong with the recording.
  func start(_ filter: QueryFilter) throws(QueryError)
  /// Goes to the next row.
  ///
  /// - Throws: what is wrong with the recording.
  func next() throws(QueryError)
  /// Whether it stands behind the last row.
  var isAtEnd: Bool { get }
  /// Gives out a value of the row.
  func put(_ column: Int, into cell: UnsafeCell)
}
