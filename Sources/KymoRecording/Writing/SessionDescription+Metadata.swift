import KymoBridge
package import KymoMCAP

extension SessionDescription {
  /// The name of the metadata record.
  package static var recordName: String { "kymograph" }

  /// The pairs that are known before the first event.
  var entries: MCAPStringMap {
    var map: MCAPStringMap = [
      "version": String(SessionFile.currentVersion),
      "origin": origin,
      "device": device,
      "axes": "x right, y up, z out of the screen; proper acceleration in m/s^2",
      "gravity": gravity.rawValue,
      "altitude_datum": altitudeDatum.rawValue,
      "accuracy_confidence": accuracyConfidence.rawValue,
      "clock": clock.rawValue,
    ]
    if let seed { map["seed"] = String(seed) }
    if let calls {
      map["bridge_mode"] = calls.mode.rawValue
      MetadataList.bases.put(calls.bases, into: &map)
    }
    for (name, value) in choices.sorted(by: { $0.key < $1.key }) { map["choice/" + name] = value }
    for (name, value) in page.sorted(by: { $0.key < $1.key }) { map["page/" + name] = value }
    if inputOrder == .arrival { map["input_order"] = inputOrder.rawValue }
    if hasDialogs { map["dialogs"] = "recorded" }
    if let acceptedFrom { map["accepted_from"] = acceptedFrom }
    if let part { map.entries += part.entries.entries }
    for loss in losses { map["lost_before/" + loss.place] = String(loss.count) }
    return map
  }

  /// Reads what the record says; anything missing or unknown is "unknown".
  package init(_ map: MCAPStringMap) {
    self.init(
      origin: map["origin"] ?? "unknown",
      device: map["device"] ?? "",
      gravity: map["gravity"].flatMap(Gravity.init) ?? .unknown,
      altitudeDatum: map["altitude_datum"].flatMap(AltitudeDatum.init) ?? .unknown,
      accuracyConfidence: map["accuracy_confidence"].flatMap(AccuracyConfidence.init) ?? .unknown,
      clock: map["clock"].flatMap(Clock.init) ?? .relative,
      seed: map["seed"].flatMap { UInt64($0) }
    )
    if let mode = map["bridge_mode"] {
      calls = CallRules(
        mode: CallMode(rawValue: mode) ?? .strict,
        bases: MetadataList.bases.texts(in: map) ?? [""]
      )
    }
    for entry in map.entries where entry.key.hasPrefix("choice/") {
      choices[String(entry.key.dropFirst("choice/".count))] = entry.value
    }
    for entry in map.entries where entry.key.hasPrefix("page/") {
      page[String(entry.key.dropFirst("page/".count))] = entry.value
    }
    inputOrder = map["input_order"].flatMap(InputOrder.init) ?? .dispatch
    acceptedFrom = map["accepted_from"]
    hasDialogs = map["dialogs"] == "recorded"
    part = SessionPart(map)
    losses = SessionResult.losses(map, prefix: "lost_before/")
  }
}
