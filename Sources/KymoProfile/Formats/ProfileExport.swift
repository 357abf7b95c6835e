/// The formats that a profile can be written in, under the names that the command line has for them.
public enum ProfileFormat: String, CaseIterable, Sendable {
  /// Folded stacks: a line for each stack, and how often it was seen.
  case folded
}

/// Why a profile cannot be written.
public struct ProfileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in words.
  public let description: String

  /// An error.
  public init(_ description: String) { self.description = description }
}

/// Writes profiles for other tools.
public enum ProfileExport {
  /// The bytes of a profile in a format.
  ///
  /// - Parameters:
  ///   - profile: the profile.
  ///   - format: the format.
  /// - Returns: the bytes; equal arguments give equal bytes.
  /// - Throws: that the format cannot say what the profile holds.
  public static func write(
    _ profile: Profile,
    as format: ProfileFormat
  ) throws(ProfileError) -> [UInt8] {
    throw ProfileError("the format \(format.rawValue) is not written yet")
  }
}
