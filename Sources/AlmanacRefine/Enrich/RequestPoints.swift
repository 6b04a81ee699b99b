public import AlmanacModel
public import AlmanacTime
import Foundation

/// Chooses the points of weather requests: the places of upcoming events.
///
/// A fixed grid divides the Earth into cells, and all places in a cell share its center. So a point
/// depends only on the places of its cell and stays the same from run to run, and conditional
/// requests work.
public struct RequestPoints {
  public struct Choice: Hashable, Sendable {
    /// From south to north, then from west to east.
    public var points: [Coordinate] = []
    /// Cells above the limit, and how many occurrences are in them.
    public var left = 0
    public var occurrencesLeft = 0
  }

  /// A cell by its row from the South Pole and its column from the antimeridian.
  private struct Cell: Hashable, Comparable {
    let row: Int
    let column: Int

    static func < (left: Cell, right: Cell) -> Bool {
      (left.row, left.column) < (right.row, right.column)
    }
  }

  /// Meters from pole to pole, on the sphere of `Coordinate.distance(to:)`.
  private static let meridian = Double.pi * 6_371_008.8

  private let request: WeatherRequest.EventPoints
  private let setting: OccurrenceSetting
  private let upcoming: Range<Instant>
  private let rows: Int

  /// - Parameters:
  ///   - zone: The campus's zone, in which days begin.
  ///   - defaultPoint: The point of places on the campus without coordinates.
  public init(
    _ request: WeatherRequest.EventPoints, zone: Zone, defaultPoint: Coordinate?, now: Instant
  ) {
    self.request = request
    setting = OccurrenceSetting(zone: zone, defaultPoint: defaultPoint)
    let today = zone.startOfDay(zone.civil(at: now).date)
    upcoming = today..<(today + max(1, request.ahead))
    rows = max(1, Int((Self.meridian / max(1, request.spacing)).rounded()))
  }

  /// Above the limit, the cells with the most occurrences are chosen. Occurrences in a cell of the
  /// previous run count double, so that the choice rarely changes.
  ///
  /// - Parameter known: The points of the previous run.
  public func choose(for events: [Event], known: Set<Coordinate> = []) -> Choice {
    var counts: [Cell: Int] = [:]
    for event in events {
      for occurrence in event.occurrences where needsForecast(occurrence, of: event) {
        guard let place = setting.coordinate(of: occurrence, in: event) else { continue }
        counts[cell(of: place), default: 0] += 1
      }
    }
    let ranked = counts.map { cell, count in
      let isKnown = middle(of: cell).map(known.contains) ?? false
      return (cell: cell, weight: isKnown ? 2 * count : count)
    }.sorted { ($1.weight, $0.cell) < ($0.weight, $1.cell) }
    let left = ranked.dropFirst(request.most)
    return Choice(
      points: ranked.prefix(request.most).map(\.cell).sorted().compactMap(middle), left: left.count,
      occurrencesLeft: left.map { counts[$0.cell] ?? 0 }.reduce(0, +))
  }

  private func needsForecast(_ occurrence: Occurrence, of event: Event) -> Bool {
    guard event.status != .cancelled, occurrence.status != .cancelled,
      let interval = setting.interval(of: occurrence)
    else { return false }
    return interval.upperBound > upcoming.lowerBound && interval.lowerBound < upcoming.upperBound
  }

  private func cell(of place: Coordinate) -> Cell {
    let row = min(rows - 1, Int((place.latitude + 90) / 180 * Double(rows)))
    let columns = columns(of: row)
    return Cell(
      row: row, column: min(columns - 1, Int((place.longitude + 180) / 360 * Double(columns))))
  }

  /// Rounded to the 4 decimals of requests; never nil, because the grid is within the ranges.
  private func middle(of cell: Cell) -> Coordinate? {
    func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
    let latitude = (Double(cell.row) + 0.5) / Double(rows) * 180 - 90
    let longitude = (Double(cell.column) + 0.5) / Double(columns(of: cell.row)) * 360 - 180
    return Coordinate(latitude: rounded(latitude), longitude: rounded(longitude))
  }

  /// Fewer towards the poles, so that cells are about as wide as high.
  private func columns(of row: Int) -> Int {
    let latitude = ((Double(row) + 0.5) / Double(rows) - 0.5) * .pi
    return max(1, Int((2 * Double(rows) * cos(latitude)).rounded()))
  }
}
