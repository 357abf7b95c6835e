/// The product that a revision was built into.
struct GateProduct {
  /// The executable, absolute.
  var executable: String
  /// The name of what was built, for people.
  var origin: String
  /// The scratch folder of SwiftPM that it was built in; nil if a command built it.
  var scratch: String?

  /// Copies it into a new folder, as `kymo`, with what SwiftPM puts beside it: resources and libraries of its own.
  ///
  /// - Returns: how the copying ended.
  func copy(to folder: String, _ limits: TrialLimits) throws(TrialError) -> ChildOutcome {
    let script = #"""
      mkdir -- "$2" && cp -- "$1" "$2/kymo" || exit
      [ "$3" ] || exit 0
      find -H "$3" -mindepth 1 -maxdepth 1 \
        \( -name '*.resources' -o -name '*.bundle' -o -name 'lib*.so' \) -exec cp -a -t "$2" -- '{}' +
      """#
    return try limits.run([
      "sh", "-c", script, "sh", executable, folder, scratch.map { "\($0)/release" } ?? "",
    ])
  }
}
