/// By log time, then by place in the file; backwards if all bits of both are turned around.
@usableFromInline enum MCAPMessageOrder: MCAPMergeOrder {
  @inlinable static func time(of element: borrowing MCAPMessagePlace) -> UInt64 { element.time }

  @inlinable static func precedes(
    _ left: borrowing MCAPMessagePlace,
    _ right: borrowing MCAPMessagePlace
  ) -> Bool {
    left.time != right.time ? left.time < right.time : left.place < right.place
  }
}
