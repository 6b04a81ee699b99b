public import AlmanacTime

/// The days of a network, each laid out once for all dates with the same services.
public struct TravelDays {
  /// A date's trips, with the start of its times.
  public struct Entry: Sendable {
    public let day: TravelDay
    /// The same trips for backward searches.
    public let reversed: TravelDay
    /// Number of the kind of day; dates with the same trips have the same number.
    public let kind: Int
    /// Minutes since 1970 UTC at which the times of the day start.
    public let base: Int
  }

  private struct Signature: Hashable {
    var shifts: [Int]
    var services: [[Bool]]
  }

  public let network: TransitNetwork
  private let footpaths: [TransitNetwork.Footpath]
  private var kinds: [Signature: Int] = [:]
  private var days: [(day: TravelDay, reversed: TravelDay)] = []

  /// - Parameter footpaths: Ways between stops that a change may take; nil: those of the feed.
  public init(_ network: TransitNetwork, footpaths: [TransitNetwork.Footpath]? = nil) {
    self.network = network
    self.footpaths = footpaths ?? network.footpaths
  }

  /// The trips around a date. O(stop times) for the first date of its kind, then O(services).
  public mutating func entry(for date: CivilDate) -> Entry {
    let number = date.dayNumber
    let base = network.serviceStart(ofDay: number, in: network.zone)
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
