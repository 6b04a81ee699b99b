/// The moment at which a zone's offset, name or daylight flag changes.
public struct ZoneTransition: Hashable, Sendable {
  /// The first instant of the new offset.
  public let instant: Instant
  /// Seconds east of UTC until then.
  public let offsetBefore: Int
  /// Seconds east of UTC from then on.
  public let offsetAfter: Int
  public let isDaylight: Bool
  /// The name from then on, such as `CEST`.
  public let abbreviation: String

  public init(
    instant: Instant, offsetBefore: Int, offsetAfter: Int, isDaylight: Bool, abbreviation: String
  ) {
    self.instant = instant
    self.offsetBefore = offsetBefore
    self.offsetAfter = offsetAfter
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }
}
