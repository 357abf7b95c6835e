/// The result of sampling the threads of one name.
struct SamplerRole {
  /// The work that they do.
  let name: String
  /// The number of the first of them in the kernel.
  let identifier: Int
  /// Their samples.
  var samples: [StackSample] = []
  /// How many of them were looked at for stacks to unwind.
  var unwoundCount = 0
  /// How their samplers did.
  var account = SamplerAccount()

  init(name: String, identifier: Int) {
    self.name = name
    self.identifier = identifier
  }
}
