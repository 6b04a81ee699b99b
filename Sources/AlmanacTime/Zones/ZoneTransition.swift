/// A change of a zone's offset, name or daylight flag.
public struct ZoneTransition: Hashable, Sendable {
  /// The first instant of the new offset.
  public let instant: Instant
  /// Seconds east of UTC before the transition.
  public let offsetBefore: Int
  /// Seconds east of UTC after the transition.
  public let offsetAfter: Int
  public let isDaylight: Bool
  /// The name after the transition, such as `CEST`.
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
