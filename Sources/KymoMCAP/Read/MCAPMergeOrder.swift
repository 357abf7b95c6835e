/// The order in which an ``MCAPMerge`` gives out what segments hold.
public protocol MCAPMergeOrder {
  /// The type that a segment is decoded into, such as an event, or the place of a message.
  associatedtype Element

  /// The time of an element, on the scale of the segments' start times.
  static func time(of element: borrowing Element) -> UInt64

  /// Whether one element comes before another.
  ///
  /// The time decides first. Where neither comes before the other, the one that was appended first does.
  static func precedes(_ left: borrowing Element, _ right: borrowing Element) -> Bool
}
