import KymoBench
import KymoCommandLine
import KymoText

extension ToolVersion {
  /// The name and the version of a tool and of Kymograph, which is what measures.
  ///
  /// A tool that has Kymograph's own version also says of which commit it was built. The document,
  /// `kymograph.version/1`, says what the tool can do: a member or a capability may be added without a new
  /// version of the schema; none changes its meaning.
  ///
  /// - Parameters:
  ///   - tool: the tool.
  ///   - commands: the names of its commands.
  init(_ tool: ToolContext, commands: [String]) {
    let stamp = BuildStamp.current
    let isOwn = tool.version == ToolContext.kymographVersion
    self.init(line: "\(tool.name) \(tool.version)" + (isOwn ? stamp.suffix : "")) {
      // The commands, and what of them a gate must know before it relies on it.
      let gated = commands.contains("bench") ? GateCapability.allCases.map(\.rawValue) : []
      return [
        "schema": "kymograph.version/1",
        "name": JSONText(tool.name),
        "version": JSONText(tool.version),
        "capabilities": JSONText((commands + gated).map { JSONText($0) }),
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
  }
}
