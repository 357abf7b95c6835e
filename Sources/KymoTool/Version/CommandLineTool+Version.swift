import KymoBench
import KymoText

extension CommandLineTool {
  /// The name and the version; a tool that has Kymograph's own version also says of which commit it was built.
  var versionLine: String {
    let isOwn = tool.version == ToolContext.kymographVersion
    return "\(name) \(tool.version)" + (isOwn ? BuildStamp.current.suffix : "")
  }

  /// What the tool is and what it can do, for programs: the schema `kymograph.version/1`.
  ///
  /// A member or a capability may be added without a new version of the schema; none changes its meaning.
  var versionJSON: JSONText {
    let stamp = BuildStamp.current
    return [
      "schema": "kymograph.version/1",
      "name": JSONText(name),
      "version": JSONText(tool.version),
      "capabilities": JSONText(capabilities.map { JSONText($0) }),
      "apps": JSONText(tool.apps.names.map { JSONText($0) }),
      "kymograph": [
        "version": JSONText(ToolContext.kymographVersion),
        "commit": JSONText(stamp.commit),
        "dirty": stamp.isDirty.map { JSONText($0) } ?? .null,
        "toolchain": JSONText(stamp.toolchain),
      ],
      "features": JSONText(ToolFeature.onThisMachine().map(\.json)),
    ]
  }

  /// The commands, and what of them a gate must know before it relies on it.
  private var capabilities: [String] {
    let names = subcommands.map { $0.specification.name }
    return names + (names.contains("bench") ? GateCapability.allCases.map(\.rawValue) : [])
  }
}
