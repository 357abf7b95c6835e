/// The version of Kymograph, which measures, whatever the program is called that it is a part of.
package enum KymographVersion {
  /// The version of Kymograph.
  package static let number = "0.1.0"

  /// The name and version of what measures.
  package static var program: String { "kymograph \(number)" }
}
