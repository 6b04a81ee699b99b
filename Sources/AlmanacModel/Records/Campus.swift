/// A campus or city with its own calendar.
public struct Campus: Hashable, Sendable, Codable, Identifiable {
  /// A short slug, unique in the configuration.
  public var id: String
  public var name: String
  /// IANA name of the time zone in which the campus's days begin.
  public var timezone: String

  public init(id: String, name: String, timezone: String) {
    self.id = id
    self.name = name
    self.timezone = timezone
  }
}
