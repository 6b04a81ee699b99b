import AlmanacModel

/// Estimates walking from straight lines.
public enum Walking {
  /// Meters on foot for a meter of straight line: the median of campuses with a street network.
  static let detour = 1.4
  static let metersPerSecond = 1.25

  /// Whole minutes for a straight line of so many meters, rounded up.
  public static func minutes(meters: Double) -> Int {
    Int((meters * detour / metersPerSecond / 60).rounded(.up))
  }
}

/// Finds the stops near a point.
struct StopGrid {
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  /// Degrees; about 550 m of latitude.
  private static let size = 0.005
  /// Stops of a cell that are found: a feed with thousands at one point takes linear time.
  private static let mostOfCell = 100

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
      if cells[cell]?.count ?? 0 < Self.mostOfCell { cells[cell, default: []].append(number) }
    }
  }

  private static func cell(_ point: Coordinate) -> Cell {
    Cell(
      row: Int((point.latitude / size).rounded(.down)),
      column: Int((point.longitude / size).rounded(.down)))
  }

  /// The stops within a distance in meters, nearest first.
  func stops(near point: Coordinate, within meters: Double) -> [(stop: Int, meters: Double)] {
    let center = Self.cell(point)
    let rows = Int((meters / 111_000 / Self.size).rounded(.up))
    // A degree of longitude shrinks with the latitude.
    let scale = max(0.1, 1 - abs(point.latitude) / 90)
    let columns = Int((meters / (111_000 * scale) / Self.size).rounded(.up))
    var found: [(stop: Int, meters: Double)] = []
    for row in center.row - rows...center.row + rows {
      for column in center.column - columns...center.column + columns {
        for stop in cells[Cell(row: row, column: column)] ?? [] {
          guard let there = network.stops[stop].coordinate else { continue }
          let distance = point.distance(to: there)
          if distance <= meters { found.append((stop, distance)) }
        }
      }
    }
    return found.sorted { ($0.meters, $0.stop) < ($1.meters, $1.stop) }
  }

  /// The stops on foot from a point, nearest first.
  func access(near point: Coordinate) -> [Access] {
    stops(near: point, within: TravelPlanner.reach).prefix(TravelPlanner.stopsOfPlace).map {
      Access(stop: $0.stop, minutes: Walking.minutes(meters: $0.meters))
    }
  }

  /// Ways between stops within a distance, with those of the feed, which count instead where both
  /// are.
  func footpaths(within meters: Double) -> [TransitNetwork.Footpath] {
    struct Pair: Hashable {
      var from: Int
      var to: Int
    }
    var known = Set(network.footpaths.map { Pair(from: $0.from, to: $0.to) })
    var paths = network.footpaths
    for cell in cells.values {
      for from in cell {
        guard let point = network.stops[from].coordinate else { continue }
        for (to, distance) in stops(near: point, within: meters)
        where to != from && known.insert(Pair(from: from, to: to)).inserted {
          paths.append(
            TransitNetwork.Footpath(
              from: from, to: to, minutes: Walking.minutes(meters: distance)))
        }
      }
    }
    return paths.sorted { ($0.from, $0.to, $0.minutes) < ($1.from, $1.to, $1.minutes) }
  }
}
