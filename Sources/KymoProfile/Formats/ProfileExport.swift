/// Writes profiles; the same profile gives the same bytes.
public enum ProfileExport {
  /// The bytes of a file.
  ///
  /// Names may hold anything: each format escapes or replaces what it cannot hold.
  ///
  /// - Parameters:
  ///   - profile: what was measured.
  ///   - format: what the file is to be.
  /// - Returns: the whole file.
  /// - Throws: what is wrong with the profile, or that it has nothing that the format shows.
  /// - Complexity: O(frames of all stacks and slices), and sorting them.
  public static func write(
    _ profile: Profile,
    as format: ProfileFormat
  ) throws(ProfileError) -> [UInt8] {
    try profile.check()
    if format.needsSamples, profile.samples.isEmpty {
      throw .nothingToShow(format: format, needs: "samples")
    }
    switch format {
    case .folded: return Array(FoldedStacks.text(profile).utf8)
    case .svg: return Array(try FlameGraph(profile).svg.utf8)
    case .speedscope:
      if profile.samples.isEmpty, profile.slices.isEmpty {
        throw .nothingToShow(format: format, needs: "samples and no slices")
      }
      return Array(SpeedscopeFile.text(profile).utf8)
    case .chrome:
      if profile.slices.isEmpty { throw .nothingToShow(format: format, needs: "slices") }
      return Array(ChromeTrace.text(profile).utf8)
    case .callgrind: return Array(CallgrindFile.text(profile).utf8)
    case .pprof: return PprofFile.bytes(profile)
    case .json: return Array(ProfileJSON.text(profile).utf8)
    }
  }
}
