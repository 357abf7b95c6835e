/// A stack of fixed capacity: a push is a store, in an optimised build and in any other.
///
/// SAFETY: `elements` is allocated for `capacity` in `init` and freed in `deinit`; the first `count` are
/// initialised, and every index is compared with it. `BitwiseCopyable` elements need no deinitialisation.
@safe struct UnsafeStack<Element: BitwiseCopyable>: ~Copyable {
  private let elements: UnsafeMutablePointer<Element>
  let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe elements = .allocate(capacity: max(capacity, 1))
  }

  deinit { unsafe elements.deallocate() }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "no such element")
      return unsafe elements[index]
    }
    set {
      precondition(index >= 0 && index < count, "no such element")
      unsafe elements[index] = newValue
    }
  }

  /// The element that was pushed last, or nil.
  var top: Element? { count == 0 ? nil : unsafe elements[count - 1] }

  mutating func push(_ element: Element) {
    precondition(count < capacity, "the stack is full")
    unsafe (elements + count).initialize(to: element)
    count += 1
  }

  mutating func pop(_ number: Int = 1) {
    precondition(number >= 0 && number <= count, "the stack has fewer elements")
    count -= number
  }

  mutating func swap(_ left: Int, _ right: Int) {
    let element = self[left]
    self[left] = self[right]
    self[right] = element
  }
}
