/// A wall-clock time with its offset and, if known, the name of its zone.
public struct ZonedTime: Hashable, Sendable {
  public let local: CivilDateTime
  /// Seconds east of UTC at this time.
  public let offset: Int
  /// The zone's identifier, which may be `UTC`; nil if only the offset is known.
  public let zone: String?

  /// Does not check the offset against the zone's rules.
  public init(local: CivilDateTime, offset: Int, zone: String?) {
    self.local = local
    self.offset = offset
    self.zone = zone
  }

  public init(_ instant: Instant, in zone: Zone) {
    offset = zone.offset(at: instant)
    local = CivilDateTime(localSeconds: (instant + offset).secondsSinceEpoch)
    self.zone = zone.isFixedOffset ? nil : zone.identifier
  }

  /// Resolves a wall-clock time in a zone by RFC 5545 3.3.5: a skipped time moves forward by the
  /// length of the gap; of a repeated time, the first instance counts.
  public init(local: CivilDateTime, in zone: Zone) {
    self.init(zone.instant(of: local), in: zone)
  }

  public var instant: Instant {
    Instant(secondsSinceEpoch: local.localSeconds) - offset
  }
}
