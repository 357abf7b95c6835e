/// How much an import unpacks from one archive, whatever the archive says about itself.
///
/// Only files that are needed are unpacked whole; of the others no more than the beginning. All of
/// a compressed tar counts, since it has to be unpacked to be passed over.
public struct ArchiveLimits: Sendable {
  /// The most bytes that one file may unpack to.
  public var memberBytes: Int
  /// The most bytes that all files together may unpack to.
  public var totalBytes: Int
  /// The most files and folders an archive may have.
  public var members: Int

  /// Takes the limits; what phones export is far below the usual ones.
  ///
  /// - Precondition: all are positive.
  public init(memberBytes: Int = 512 << 20, totalBytes: Int = 2 << 30, members: Int = 10_000) {
    precondition(memberBytes > 0 && totalBytes > 0 && members > 0)
    self.memberBytes = memberBytes
    self.totalBytes = totalBytes
    self.members = members
  }
}
