public import KymoBridge
public import KymoCore
public import KymoDevice

extension DeviceCatalog {
  /// Maps the commands of a session with a page to new handlers, which share `phone`.
  ///
  /// | command | from | validate | business | view | error |
  /// |---|---|---|---|---|---|
  /// | `logMessage` | page | a parameter | | log it | |
  /// | `playSound` | page | -1, 0; a name | | vibrate or play | |
  /// | `loc` | page | | start the location manager, end | | |
  /// | `sendloc` | phone | ranges | the fix that is accepted | reply `showLoc` | reply `showLocError` |
  /// | `showDate` | page | `DateTime`, `Date` | | show the picker | |
  /// | `sendPickResults` | both | | | reply `showPickResults` | |
  /// | `play` | page | name, action, loops | | start, pause, stop | |
  /// | `rec` | page | name, action | | start, stop | |
  /// | `accel` | phone | ±160 m/s² | switch; magnitude; low-pass | say `accel` | |
  /// | `switchAccelerometer` | page | a parameter | | on or off | |
  ///
  /// In legacy mode nothing that the page sends is validated, as in 2009.
  ///
  /// - Parameters:
  ///   - phone: what the handlers work on; a map serves one dispatcher, and so does a phone.
  ///   - calls: how requests are read and replies written.
  /// - Returns: the map, to which an app may add its own commands.
  public static func makeMap(_ phone: Phone, calls: CallRules) -> CommandMap {
    let page = Page(phone, mode: calls.mode)
    var map = CommandMap()
    map.decoder = CallRequestDecoder(calls)
    if calls.mode == .legacy { map.followLegacyRules() }
    for name in pageCommands { map.command(name) }
    if calls.mode == .strict { mapValidation(&map, page) }
    map.view("logMessage", LoggingVCO(page))
    map.view("playSound", PlaySoundVCO(page))
    map.business("loc", LocationBCO(page, timeout: map.raise("sendloc")))
    map.validate("sendloc", LocationValCO())
    map.business("sendloc", LocationAcceptorBCO(page))
    map.view("sendloc", LocationVCO(page))
    map.error("sendloc", LocationECO(page))
    map.view("showDate", DatePickerVCO(page, done: map.raise("sendPickResults")))
    map.view("sendPickResults", PickResultsVCO(page))
    map.view("play", PlayAudioVCO(page))
    map.view("rec", RecordAudioVCO(page))
    map.validate("accel", AccelerationRange())
    map.business("accel", AccelerometerSwitchBCO(page))
    map.business("accel", AccelerationMagnitude())
    map.business("accel", AccelerationLowPass())
    map.view("accel", AccelerationVCO(page))
    map.view("switchAccelerometer", SwitchAccelerometerVCO(page))
    return map
  }

  /// The commands in the order of their ids, which are the same in both modes.
  static var pageCommands: [String] {
    [
      "logMessage", "playSound", "showDate", "play", "rec", "switchAccelerometer", "sendloc", "loc",
      "sendPickResults", "accel",
    ]
  }

  /// Maps the checks of what the page sends, which come before anything is done with it.
  private static func mapValidation(_ map: inout CommandMap, _ page: Page) {
    map.validate("logMessage", ParameterValCO())
    map.validate("playSound", PlaySoundValCO(page))
    map.validate("showDate", DatePickerValCO())
    map.validate("play", AudioValCO(page, actions: ["start", "pause", "stop"]))
    map.validate("rec", AudioValCO(page, actions: ["start", "stop"]))
    map.validate("switchAccelerometer", ParameterValCO())
  }
}
