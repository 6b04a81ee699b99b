import AlmanacTime

/// A contradiction in a document about the zone of a start.
public struct ZoneConflict: Hashable, Sendable {
  /// How the start was read and what contradicts it: the rest of a sentence about the event.
  let text: String
  /// Whether the start has no zone, so that the `timezone` of the source decides.
  let isFloating: Bool

  init(_ text: String) {
    self.text = text
    isFloating = false
  }

  /// The conflict of a start with an abbreviation that a zone uses in the other half of the year.
  init(inOtherSeason name: String, of zone: Zone?) {
    self.init(
      "is in \(name.prefix(5)), which \(zone?.identifier ?? "UTC") does not use on that day")
  }

  /// The conflict of a start without a zone.
  ///
  /// - Parameter other: What gives the start another time.
  init(readIn zone: String?, but other: String) {
    text = "has no zone and was read in \(zone ?? "UTC"), but \(other)"
    isFloating = true
  }
}

extension Zone {
  /// Whether the zone shows another local time than that of a time.
  func disagrees(with time: ZonedTime) -> Bool { offset(at: time.instant) != time.offset }
}
