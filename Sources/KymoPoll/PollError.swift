/// Why a descriptor cannot be had or watched.
package struct PollError: Error, Equatable {
  /// The code of the system.
  package var code: Int32

  /// Names a code.
  package init(code: Int32) { self.code = code }
}
