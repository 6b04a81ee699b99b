import AlmanacModel

/// Estimates walking times from straight lines.
public enum Walking {
  /// Walking distance divided by straight-line distance: the measured median of street networks.
  static let detour = 1.4
  static let metersPerSecond = 1.25

  /// Whole minutes to walk between two points, rounded up.
  ///
  /// - Parameter meters: The straight-line distance.
  public static func minutes(meters: Double) -> Int {
    Int((meters * detour / metersPerSecond / 60).rounded(.up))
  }
}

/// Finds the stops near a point with a grid of cells.
struct StopGrid {
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  /// Height and width of a cell in degrees; about 550 m of latitude.
  private static let size = 0.005
  /// Maximum stops indexed in a cell: bounds the time for a feed with thousands at one point.
  private static let maxStopsPerCell = 100

  private let network: TransitNetwork
  private var cells: [Cell: [Int]] = [:]

  /// Indexes the platforms that trips call at. O(stops).
  init(_ network: TransitNetwork) {
    self.network = network
    var isServed = Array(repeating: false, count: network.stops.count)
    for pattern in network.patterns { for stop in pattern.stops { isServed[Int(stop)] = true } }
    for (number, stop) in network.stops.enumerated() where isServed[number] {
      guard let point = stop.coordinate else { continue }
      let cell = Self.cell(point)
      if cells[cell]?.count ?? 0 < Self.maxStopsPerCell { cells[cell, default: []].append(number) }
    }
  }

  private static func cell(_ point: Coordinate) -> Cell {
    Cell(
      row: Int((point.latitude / size).rounded(.down)),
      column: Int((point.longitude / size).rounded(.down)))
  }

  /// The stops within a straight-line distance in meters, nearest first.
  func stops(near point: Coordinate, within meters: Double) -> [(stop: Int, meters: Double)] {
    let center = Self.cell(point)
    let rows = Int((meters / 111_000 / Self.size).rounded(.up))
    // A degree of longitude gets shorter toward the poles; this is a lower bound of the cosine.
    let scale = max(0.1, 1 - abs(point.latitude) / 90)
    let columns = Int((meters / (111_000 * scale) / Self.size).rounded(.up))
    var found: [(stop: Int, meters: Double)] = []
    for row in center.row - rows...center.row + rows {
      for column in center.column - columns...center.column + columns {
        for stop in cells[Cell(row: row, column: column)] ?? [] {
          guard let position = network.stops[stop].coordinate else { continue }
          let distance = point.distance(to: position)
          if distance <= meters { found.append((stop, distance)) }
        }
      }
    }
    return found.sorted { ($0.meters, $0.stop) < ($1.meters, $1.stop) }
  }

  /// The stops within walking distance of a point, nearest first.
  func access(near point: Coordinate) -> [AccessStop] {
    stops(near: point, within: TravelPlanner.walkingRadius).prefix(TravelPlanner.stopsPerPlace).map
    {
      AccessStop(stop: $0.stop, minutes: Walking.minutes(meters: $0.meters))
    }
  }

  /// The walks between stops that a change may use: those of the feed, and estimates for other pairs
  /// within a distance in meters between which the feed does not forbid a change.
  func footpaths(within meters: Double) -> [TransitNetwork.Footpath] {
    var known = network.forbiddenChanges
    known.formUnion(network.footpaths.map { TransitNetwork.StopPair(from: $0.from, to: $0.to) })
    var paths = network.footpaths
    for cell in cells.values {
      for from in cell {
        guard let point = network.stops[from].coordinate else { continue }
        for (to, distance) in stops(near: point, within: meters)
        where to != from
          && known.insert(TransitNetwork.StopPair(from: from, to: to)).inserted
        {
          paths.append(
            TransitNetwork.Footpath(
              from: from, to: to, minutes: Walking.minutes(meters: distance)))
        }
      }
    }
    return paths.sorted { ($0.from, $0.to, $0.minutes) < ($1.from, $1.to, $1.minutes) }
  }
}
