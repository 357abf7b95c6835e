/// Unwinds what a sampler has kept of stacks, between runs.
struct StackUnwinding {
  private var files: [ProcessMap.File] = []
  private var unwinder: StackUnwinder?

  /// Has the stacks of threads copied wherever they are in code without frame pointers.
  ///
  /// Swift's compiler keeps them, so that the program and Swift's libraries have them; Debian's libraries do not.
  func trustFramePointers() {
    let map = ProcessMap.own
    let program = OwnProgram.path
    let trusted = map.regions.filter { Self.keepsFramePointers($0.path, program) }.map(\.addresses)
    // What is asked for most comes first.
    let own = map.regions.filter { $0.path == program }.map(\.addresses)
    SampledThread.trust(own + trusted.filter { !own.contains($0) })
  }

  private static func keepsFramePointers(_ path: String, _ program: String) -> Bool {
    if path == program { return true }
    guard let name = path.split(separator: "/").last else { return false }
    return ["libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime"].contains {
      name.hasPrefix($0)
    }
  }

  /// Unwinds the stacks of the samples that came since the last time.
  mutating func unwind(_ role: inout SamplerRole) {
    let new = role.unwoundCount..<role.samples.count
    role.unwoundCount = role.samples.count
    guard new.contains(where: { role.samples[$0].copy != nil }) else { return }
    lookAtMap()
    for index in new {
      guard let copy = role.samples[index].copy.take() else { continue }
      let chain = role.samples[index].returns
      let join = copy.isChainWhole ? chain : []
      guard let found = unwinder?.unwind(copy, joining: join) else { continue }
      // Tables that end early may still lead further than frame pointers.
      if found.isWhole || found.returns.count > chain.count {
        role.samples[index].returns = found.returns
        role.samples[index].isUnwound = true
      }
    }
  }

  /// Reads the files of this process anew if there are others than before.
  private mutating func lookAtMap() {
    let map = ProcessMap.own
    if unwinder != nil, map.files == files { return }
    files = map.files
    unwinder = StackUnwinder(LoadedFiles.own(map))
  }
}
