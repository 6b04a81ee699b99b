public import AlmanacModel

/// What `enrich` adds to one event.
public struct EnrichedEvent: Hashable, Sendable, Codable, Identifiable {
  /// The event's id.
  public var id: String
  /// By index of the event's occurrence; those without a forecast are missing.
  public var weathers: [Int: OccurrenceWeather]

  public init(id: String, weathers: [Int: OccurrenceWeather] = [:]) {
    self.id = id
    self.weathers = weathers
  }
}
