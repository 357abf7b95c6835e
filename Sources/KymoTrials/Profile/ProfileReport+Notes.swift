import KymoBench
package import KymoProfile
import KymoRecording
import KymoReport
import KymoText

extension ProfileReport {
  /// How the callers of the samples were found; nil without the sampler.
  package var stacksText: String? {
    guard profile.sampling != nil else { return nil }
    let cut = cutStacks
    return "\(NumberText.grouped(wholeStacks)) whole by frame pointers, "
      + "\(NumberText.grouped(unwoundStacks)) unwound by tables, "
      + "\(NumberText.grouped(cut.count)) cut short"
  }

  /// How many stacks were whole without their tables for unwinding.
  var wholeStacks: Int { max(0, cutStacks.all - cutStacks.count - unwoundStacks) }

  /// How many were whole once they were unwound.
  var unwoundStacks: Int { profile.sampling?.unwound ?? 0 }

  /// The further notes that every exported profile has on itself.
  package var accountNotes: [ProfileNote] {
    let reasons = validity.reasons.map(\.description).joined(separator: "; ")
    var notes = [
      ProfileNote(
        name: ProfileNote.verdict,
        value: validity.isValid ? validity.word : "\(validity.word): \(reasons)"
      ),
      ProfileNote(name: ProfileNote.digest, value: TraceDigest.text(digest.total)),
    ]
    if let slow {
      let time = QuantityText(isUnicode: true).duration(nanoseconds: slow.threshold)
      let value =
        "only those of \(slow.text) and beyond, \(time) or longer: \(slow.countText)"
        + (slow.remark.map { "; \($0)" } ?? "")
      notes.append(ProfileNote(name: "slow events", value: value))
    }
    let cost = NumberText.fixed(watch.costNanoseconds, decimals: 1)
    notes.append(
      ProfileNote(
        name: "timers",
        value: "\(cost) ns subtracted from each of \(watch.intervals) intervals"
      )
    )
    if let text = stacksText { notes.append(ProfileNote(name: "stacks", value: text)) }
    if let text = cutStacks.text { notes.append(ProfileNote(name: "cut stacks", value: text)) }
    if !isPaced {
      if slow == nil, !isByPerf {
        notes.append(ProfileNote(name: "overhead of sampling", value: sampling.text))
      }
      notes.append(ProfileNote(name: "overhead of timing", value: timing.text))
    }
    if let attemptsText { notes.append(ProfileNote(name: "attempts", value: attemptsText)) }
    if wasInterrupted {
      notes.append(ProfileNote(name: "partial", value: "it was interrupted"))
    }
    return notes
  }
}
