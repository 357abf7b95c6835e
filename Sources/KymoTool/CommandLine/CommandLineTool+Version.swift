import KymoBench
import KymoText

extension CommandLineTool {
  /// What the tool is and what it can do, for programs: the schema `kymograph.version/1`.
  ///
  /// A member or a capability may be added without a new version of the schema; none changes its meaning.
  var versionJSON: JSONText {
    [
      "schema": "kymograph.version/1",
      "name": JSONText(name),
      "version": JSONText(tool.version),
      "capabilities": JSONText(capabilities.map { JSONText($0) }),
      "apps": JSONText(tool.apps.names.map { JSONText($0) }),
    ]
  }

  /// The commands, and what of them a gate must know before it relies on it.
  private var capabilities: [String] {
    let names = subcommands.map { $0.specification.name }
    return names + (names.contains("bench") ? GateCapability.allCases.map(\.rawValue) : [])
  }
}
