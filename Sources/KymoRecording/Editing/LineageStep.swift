public import KymoMCAP

/// A step in the making of a recording out of others: which operation made it, of which files, and of which part.
///
/// A recording carries one metadata record for each, in their order; the last one made the file itself.
public struct LineageStep: Sendable, Equatable {
  /// A file that went into the step.
  public struct Source: Sendable, Equatable {
    /// Its name, without its folder.
    public var name: String
    /// The digest of its bytes: ``SessionFile/bytesDigest()``, in 16 hexadecimal digits.
    public var bytesDigest: String
    /// The digest of the run that it records, in 16 hexadecimal digits; nil if it has none.
    public var digest: String?
    /// The number of the step that made it, from 0; nil if none of the others did.
    public var madeBy: Int?
    /// By how much its messages were moved, in ns.
    public var offsetNanoseconds: Int64 = 0

    /// Describes a file.
    init(name: String, bytesDigest: String, digest: String? = nil, madeBy: Int? = nil) {
      self.name = name
      self.bytesDigest = bytesDigest
      self.digest = digest
      self.madeBy = madeBy
    }
  }

  /// The name of the operation: `cut` or `merge`, or one of a later version.
  public var operation: String
  /// The files, in their order.
  public var sources: [Source]
  /// The choices that were made, such as `start` in ns, `events` or `channels/0`.
  public var details: MCAPStringMap

  /// The name of the metadata record.
  static var recordName: String { "kymograph.lineage" }
  /// How many steps a recording carries at most.
  public static var maximumCount: Int { 1000 }

  /// Describes a step.
  init(operation: String, sources: [Source], details: MCAPStringMap) {
    self.operation = operation
    self.sources = sources
    self.details = details
  }

  /// Reads a metadata record; what is missing is empty.
  init(_ map: MCAPStringMap) {
    operation = map["operation"] ?? ""
    sources = []
    details = MCAPStringMap()
    for entry in map.entries where entry.key.hasPrefix("detail/") {
      details.entries.append(.init(key: String(entry.key.dropFirst(7)), value: entry.value))
    }
    while let name = map["source/\(sources.count)/name"] {
      let key = "source/\(sources.count)/"
      var source = Source(name: name, bytesDigest: map[key + "bytes"] ?? "")
      source.digest = map[key + "digest"]
      source.madeBy = map[key + "made_by"].flatMap { Int($0) }
      source.offsetNanoseconds = map[key + "offset"].flatMap { Int64($0) } ?? 0
      sources.append(source)
    }
  }

  /// The step as a metadata record.
  var record: MCAPMetadata {
    var map: MCAPStringMap = ["operation": operation]
    for (index, source) in sources.enumerated() {
      let key = "source/\(index)/"
      map[key + "name"] = source.name
      map[key + "bytes"] = source.bytesDigest
      if let digest = source.digest { map[key + "digest"] = digest }
      if let step = source.madeBy { map[key + "made_by"] = String(step) }
      if source.offsetNanoseconds != 0 { map[key + "offset"] = String(source.offsetNanoseconds) }
    }
    for entry in details.entries { map["detail/" + entry.key] = entry.value }
    return MCAPMetadata(name: Self.recordName, metadata: map)
  }

  /// The steps of the sources, each with its numbers moved behind those before, and the step that follows them.
  ///
  /// - Throws: `content` if they are too many.
  static func chain(
    _ operation: String,
    _ sources: [(source: Source, lineage: [LineageStep])],
    details: MCAPStringMap
  ) throws(SessionError) -> [LineageStep] {
    var steps: [LineageStep] = []
    var own: [Source] = []
    for (source, lineage) in sources {
      let base = steps.count
      steps += lineage.map { step in
        var step = step
        for index in step.sources.indices { step.sources[index].madeBy? += base }
        return step
      }
      var source = source
      source.madeBy = lineage.isEmpty ? nil : steps.count - 1
      own.append(source)
    }
    guard steps.count < maximumCount else {
      throw .content("its chain of origin has \(steps.count) steps; \(maximumCount) is the most")
    }
    return steps + [LineageStep(operation: operation, sources: own, details: details)]
  }
}

extension [LineageStep] {
  /// The digests of the files from which the sources of the last step come in the end, of each source by itself.
  func roots(ofSources count: Int) -> [Set<String>] {
    guard let last, last.sources.count == count else { return [] }
    // Steps come before those that they are part of: whatever a file says, each is looked at once.
    var roots: [Set<String>] = []
    func root(_ source: LineageStep.Source) -> Set<String> {
      guard let step = source.madeBy, roots.indices.contains(step) else {
        return [source.bytesDigest]
      }
      return roots[step]
    }
    for step in dropLast() {
      roots.append(step.sources.reduce(into: []) { $0.formUnion(root($1)) })
    }
    return last.sources.map(root)
  }
}
