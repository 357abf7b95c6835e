import KymoProfile

/// Any bytes as a profile: nothing crashes, every format takes what was read, and what is written reads the
/// same.
final class ProfileFuzzer {
  func run(_ file: [UInt8]) {
    let profile: Profile
    do throws(ProfileError) {
      profile = try ProfileReader.read(file, name: "file")
    } catch {
      precondition(!error.description.isEmpty, "a file is refused without a reason")
      return
    }
    for format in ProfileFormat.allCases {
      do throws(ProfileError) {
        let written = try ProfileExport.write(profile, as: format)
        if format == .json {
          let again = try ProfileReader.read(written, name: "file")
          precondition(again == profile, "JSON loses a part")
        } else if format == .folded {
          let again = try ProfileReader.read(written, name: "file")
          let twice = try ProfileExport.write(again, as: .folded)
          precondition(twice == written, "stacks have changed")
        }
      } catch {
        guard case .nothingToShow = error else {
          preconditionFailure("what was read cannot be written as \(format): \(error)")
        }
      }
    }
    guard !profile.samples.isEmpty else { return }
    do throws(ProfileError) {
      let difference = try ProfileDifference(before: profile, after: profile)
      precondition(difference.functions.allSatisfy { $0.own.change == 0 }, "it differs from itself")
      _ = FlameGraph(difference).svg
    } catch { preconditionFailure("what was read cannot be compared: \(error)") }
  }
}
