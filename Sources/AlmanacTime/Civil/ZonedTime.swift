/// A wall-clock time with the offset it was on, and the zone's name when one is known.
public struct ZonedTime: Hashable, Sendable {
  public let local: CivilDateTime
  /// Seconds east of UTC at this time.
  public let offset: Int
  /// The zone's identifier; `UTC` where UTC was stated, `nil` where only an offset is known.
  public let zone: String?

  /// For a source that states all three; nothing is checked against the zone's rules.
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

  /// Reads a wall clock of that zone by RFC 5545 3.3.5: a time that a shift skips moves forward by
  /// the length of the shift, a time that comes twice is the first.
  public init(local: CivilDateTime, in zone: Zone) {
    self.init(zone.instant(of: local), in: zone)
  }

  public var instant: Instant {
    Instant(secondsSinceEpoch: local.localSeconds) - offset
  }
}
