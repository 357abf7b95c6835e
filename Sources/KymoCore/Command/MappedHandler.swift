/// A handler that is mapped: where, and which function it is if it is a closure.
package struct MappedHandler: Sendable, Equatable {
  /// The place at which it is mapped.
  package let place: HandlerPlace
  /// The address in this process at which the code of the closure begins; nil of a class.
  ///
  /// Closures that are written once and mapped several times have the same.
  package let closureEntry: UInt?
}
