public import AlmanacTime

/// Lays out the days of a network, once for all dates with the same services.
public struct TravelDays {
  /// The trips around a date.
  public struct Entry: Sendable {
    public let day: TravelDay
    /// The same trips for backward searches.
    public let reversed: TravelDay
    /// Number of the kind of day. Dates with the same trips have the same number.
    public let kind: Int
    /// Start of the day's times, in minutes since 1970 UTC.
    public let base: Int
  }

  /// What decides the trips of a date: dates with the same signature share one layout.
  private struct Signature: Hashable {
    var shifts: [Int]
    var services: [[Bool]]
  }

  public let network: TransitNetwork
  private let footpaths: [TransitNetwork.Footpath]
  private var kinds: [Signature: Int] = [:]
  private var days: [(day: TravelDay, reversed: TravelDay)] = []

  /// - Parameter footpaths: Walks between stops that a change may use; nil: those of the feed.
  public init(_ network: TransitNetwork, footpaths: [TransitNetwork.Footpath]? = nil) {
    self.network = network
    self.footpaths = footpaths ?? network.footpaths
  }

  /// The trips around a date. O(stop times) for the first date of its kind, then O(services).
  public mutating func entry(for date: CivilDate) -> Entry {
    let number = date.dayNumber
    let base = network.serviceStart(ofDay: number, in: network.zone)
    // A trip after 24:00 belongs to the service day before, and a journey may end on the day after.
    // Joined networks have several zones, whose service days start at different times.
    let active = network.zones.indices.flatMap { zone in
      (-1...1).map { offset in
        (
          shift: network.serviceStart(ofDay: number + offset, in: network.zones[zone]) - base,
          services: network.services.map { $0.zone == zone && $0.runs(on: number + offset) }
        )
      }
    }
    let signature = Signature(shifts: active.map(\.shift), services: active.map(\.services))
    let kind: Int
    if let known = kinds[signature] {
      kind = known
    } else {
      kind = days.count
      kinds[signature] = kind
      let day = TravelDay(network, active: active, footpaths: footpaths)
      days.append((day, day.reversed()))
    }
    return Entry(day: days[kind].day, reversed: days[kind].reversed, kind: kind, base: base)
  }
}
