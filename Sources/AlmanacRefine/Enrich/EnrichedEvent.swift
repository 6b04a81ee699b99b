public import AlmanacModel
public import AlmanacTime

/// The result of `enrich` for one event.
public struct EnrichedEvent: Hashable, Sendable, Codable, Identifiable {
  /// The event's id.
  public var id: String
  /// By index of the event's occurrence; those without a forecast are missing.
  public var weathers: [Int: OccurrenceWeather]
  /// The first and the last time for which its occurrences need a forecast; nil if none does.
  public var span: ClosedRange<Instant>?
  /// Problems with the forecasts for the event.
  public var findings: [Finding] = []

  public init(id: String, weathers: [Int: OccurrenceWeather] = [:]) {
    self.id = id
    self.weathers = weathers
  }
}
