import KymoScript
import KymoText
import KymoTrials

/// Something that the tool can do if the machine has what it needs.
struct ToolFeature: Sendable {
  /// The name.
  let name: String
  /// The name of the package or program that has to be there.
  let needs: String
  /// Whether it is there.
  let isThere: Bool

  /// The features, and whether this machine has what they need.
  static func onThisMachine() -> [ToolFeature] {
    let hasEngine: Bool
    do {
      _ = try ScriptEngine.load()
      hasEngine = true
    } catch {
      hasEngine = false
    }
    func program(_ feature: String, _ name: String) -> ToolFeature {
      ToolFeature(name: feature, needs: name, isThere: UnsafeProgramSearch.find(name) != nil)
    }
    return [
      program("counts", "valgrind"), program("perf", "perf"), program("fixed-addresses", "setarch"),
      program("builds", "swift"),
      ToolFeature(name: "pages", needs: "libjavascriptcoregtk-4.1-0", isThere: hasEngine),
    ]
  }

  /// As a member of `kymograph.version/1`.
  var json: JSONText {
    ["name": JSONText(name), "needs": JSONText(needs), "available": JSONText(isThere)]
  }
}
