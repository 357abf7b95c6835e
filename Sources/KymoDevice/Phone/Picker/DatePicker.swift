import KymoCore
import KymoText

/// The date picker of the simulated phone, and the finger of its user.
///
/// The choice and the time when Done is tapped are settled when the picker appears: by the script
/// as long as it lasts, and then by the seed. The caller arranges for ``done(at:)`` to be called at
/// that time. All times are logical, in ns since 1970-01-01T00:00:00Z; a recording whose clock
/// starts at 0 shows dates of 1970.
public struct DatePicker: Sendable {
  /// How far a seeded choice lies from the day that the picker appears on, in days, before or after.
  public static var maximumDays: Int { 365 }

  /// Pickers that appeared.
  public private(set) var shown: UInt64 = 0
  /// Pickers that were closed with Done.
  public private(set) var answered: UInt64 = 0
  /// When Done will be tapped, in ns; nil if no picker is open.
  public private(set) var doneTime: Int64?

  private let zoneOffsetMinutes: Int
  private var random: Xoshiro256StarStar
  private var script: ArraySlice<DatePickerTap>
  private var answer: DatePickerAnswer?

  /// Makes a picker that is closed.
  ///
  /// - Parameters:
  ///   - seed: Where delays and choices come from after the script.
  ///   - zoneOffsetMinutes: How far the zone of the phone is ahead of UTC, in minutes, -1,439...1,439.
  ///   - script: What the user does at first, in order.
  /// - Precondition: `zoneOffsetMinutes` is in its range.
  public init(seed: UInt64, zoneOffsetMinutes: Int = 0, script: [DatePickerTap] = []) {
    precondition(-1439...1439 ~= zoneOffsetMinutes, "a zone is less than a day from UTC")
    self.zoneOffsetMinutes = zoneOffsetMinutes
    self.script = script[...]
    random = Xoshiro256StarStar(seed: seed, stream: 2 << 32)
  }

  /// Whether a picker is on the screen.
  public var isOpen: Bool { doneTime != nil }

  /// Shows the picker.
  ///
  /// - Parameters:
  ///   - mode: What it lets its user choose.
  ///   - cause: Whatever finds the asker again; the answer has it.
  ///   - now: The logical time in ns.
  /// - Returns: the logical time in ns at which the user taps Done; a seeded delay is 1...5 s.
  /// - Throws: ``PhoneError/pickerIsOpen``.
  /// - Complexity: O(1).
  public mutating func show(
    mode: DatePickerMode,
    cause: UInt64?,
    at now: Int64
  ) throws(PhoneError) -> Int64 {
    guard doneTime == nil else { throw .pickerIsOpen }
    let delay: Int64
    let choice: CivilTime
    if let tap = script.popFirst() {
      delay = tap.delayNanoseconds
      choice = time(at: tap.choice)
    } else {
      delay = Int64(random.integer(1000...5000)) * 1_000_000
      choice = seededChoice(mode, at: now)
    }
    let time = LogicalTime.after(now, nanoseconds: delay)
    answer = DatePickerAnswer(text: choice.description, cause: cause)
    doneTime = time
    shown += 1
    return time
  }

  /// Taps Done, which closes the picker; the choice does not depend on the time.
  ///
  /// - Throws: ``PhoneError/pickerIsClosed``.
  /// - Complexity: O(1).
  public mutating func done(at now: Int64) throws(PhoneError) -> DatePickerAnswer {
    guard let answer else { throw .pickerIsClosed }
    self.answer = nil
    doneTime = nil
    answered += 1
    return answer
  }

  private func time(at nanoseconds: Int64) -> CivilTime {
    CivilTime(
      secondsSince1970: nanoseconds.dividedDown(by: 1_000_000_000).quotient,
      zoneOffsetMinutes: zoneOffsetMinutes
    )
  }

  /// Takes both random numbers in every mode, so that a mode does not change what comes after it.
  private mutating func seededChoice(_ mode: DatePickerMode, at now: Int64) -> CivilTime {
    let days = Int64(random.integer(-Self.maximumDays...Self.maximumDays))
    let minute = random.integer(0...1439)
    let today = time(at: now).daysSince1970
    var choice = CivilTime(daysSince1970: mode == .time ? today : today + days)
    choice.secondOfDay = mode == .date ? 0 : minute * 60
    choice.zoneOffsetMinutes = zoneOffsetMinutes
    return choice
  }
}
