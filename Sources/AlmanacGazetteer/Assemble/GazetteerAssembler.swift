public import AlmanacModel

/// Assembles candidates into places: merges duplicates, assigns rooms and tenants to buildings, and
/// nests places.
struct GazetteerAssembler {
  private var places: [PlaceCandidate] = []
  private var rooms: [Int: [Place.Room]] = [:]
  private var tenants: [Int: [Place.Tenant]] = [:]
  private var within: [Int: Int] = [:]
  /// Maps the ids, names and codes by which other rows refer to a place to its index.
  private var keys: [String: Int] = [:]
  private(set) var leftOut = LeftOut()

  /// Candidates that became no place, by the reason.
  struct LeftOut {
    /// Shops and counters outside any building.
    var tenants: [String] = []
    /// Rooms whose building is in no file.
    var rooms: [String] = []
  }

  init(_ candidates: [PlaceCandidate]) {
    var candidates = candidates
    Self.adoptFootprints(&candidates)
    Self.readLeadingCodes(&candidates)
    let own = candidates.filter { $0.role != .room && $0.role != .footprint && $0.role != .tenant }
    let merger = DuplicateMerger(own)
    places = merger.merged
    for (candidate, index) in zip(own, merger.position) { addKeys(of: candidate, index) }
    let areas = Containment(places)
    moveTenants(areas, shops: candidates.filter { $0.role == .tenant })
    placeRooms(candidates.filter { $0.role == .room }, areas)
    nest(areas)
  }

  // MARK: Outlines and codes

  /// Assigns the outline of a nameless building to the place whose point is inside, if there is
  /// exactly one.
  private static func adoptFootprints(_ candidates: inout [PlaceCandidate]) {
    let footprints = Containment(candidates.map { $0.role == .footprint ? $0 : .unshaped($0) })
    var inside: [Int: [Int]] = [:]
    for (index, candidate) in candidates.enumerated()
    where candidate.role == .place && candidate.outline == nil {
      guard let point = candidate.point,
        let footprint = footprints.containing(point).first(where: { _ in true })
      else { continue }
      inside[footprint, default: []].append(index)
    }
    for (footprint, owners) in inside where owners.count == 1 {
      candidates[owners[0]].outline = candidates[footprint].outline
    }
  }

  /// Splits codes from names such as "T2 Humanities", if at least three places are named so.
  private static func readLeadingCodes(_ candidates: inout [PlaceCandidate]) {
    let code = /([A-Z]{1,3}-?[0-9]{1,3}[A-Z]?)(?:\s+(.+))?/
    let coded = candidates.indices.filter {
      candidates[$0].role == .place && candidates[$0].codes.isEmpty
        && candidates[$0].name.wholeMatch(of: code) != nil
    }
    guard coded.count >= 3 else { return }
    let rests = coded.compactMap { candidates[$0].name.wholeMatch(of: code)?.2.map(String.init) }
    for index in coded {
      guard let match = candidates[index].name.wholeMatch(of: code) else { continue }
      candidates[index].addCode(String(match.1))
      // A name that several places share, such as "Teaching Building", is not an alias.
      guard let rest = match.2.map(String.init), rests.count(where: { $0 == rest }) == 1 else {
        continue
      }
      candidates[index].addAlias(rest)
    }
  }

  /// Registers the source id, name and codes of a candidate. The first candidate with a key keeps
  /// it.
  private mutating func addKeys(of candidate: PlaceCandidate, _ index: Int) {
    let names = [candidate.source.singularTable, candidate.name.nameKey]
    for key in names + candidate.codes.map(\.nameKey) where keys[key] == nil { keys[key] = index }
  }

  private func place(named key: String) -> Int? {
    keys[key.contains(":") ? key.singularTable : key.nameKey]
  }

  // MARK: Parts

  /// Makes offices, cafés and shops in a building its tenants. Other offices and cafés remain
  /// places; other shops are left out.
  private mutating func moveTenants(_ areas: Containment, shops: [PlaceCandidate]) {
    var moved: Set<Int> = []
    for (index, place) in places.enumerated()
    where place.role == .placeOrTenant && place.outline == nil {
      guard let building = building(of: place, areas) else { continue }
      addTenant(place, to: building)
      moved.insert(index)
    }
    for shop in shops {
      if let building = building(of: shop, areas) {
        addTenant(shop, to: building)
      } else {
        leftOut.tenants.append(shop.source)
      }
    }
    remove(moved)
  }

  /// The building of a part: the one that its row names, else the smallest around its point.
  private func building(of part: PlaceCandidate, _ areas: Containment) -> Int? {
    if let parent = part.parent, let index = place(named: parent) { return index }
    return part.coordinate.flatMap { point in
      areas.containing(point).first { places[$0].kind == .building && places[$0].role == .place }
    }
  }

  private mutating func addTenant(_ part: PlaceCandidate, to building: Int) {
    tenants[building, default: []].append(Place.Tenant(name: part.name, alias: part.aliases.first))
  }

  /// Marks places as removed. Indices must not change, because `Containment` refers to them.
  private mutating func remove(_ moved: Set<Int>) {
    for index in moved { places[index].role = .tenant }
  }

  /// Assigns each room to a building: the one that its row names, else the one around its point,
  /// else the one whose code is the prefix of the room's code, else the nearest. If only room codes
  /// name a building, creates it at the median of its rooms.
  private mutating func placeRooms(_ found: [PlaceCandidate], _ areas: Containment) {
    var unplaced: [String: [PlaceCandidate]] = [:]
    for room in found {
      let code = (room.codes.first ?? room.name)
      let building =
        room.parent.flatMap { place(named: $0) }
        ?? room.coordinate.flatMap { point in areas.containing(point).first { isBuilding($0) } }
        ?? RowInterpreter.building(ofRoom: code).flatMap { place(named: $0) }
        ?? (room.parent == nil ? nearest(to: room) : nil)
      if let building {
        rooms[building, default: []].append(room.room)
      } else if let parent = room.parent, !parent.contains(":") {
        unplaced[parent, default: []].append(room)
      } else {
        leftOut.rooms.append(room.source)
      }
    }
    for (parent, members) in unplaced.sorted(by: { $0.key < $1.key }) {
      var building = PlaceCandidate(source: "rooms:\(parent)")
      building.name = parent
      // A short parent such as "BIZ2" is a code, a longer one a name.
      if parent.wholeMatch(of: /[A-Za-z]{1,6}[0-9]{0,3}[A-Za-z]?/) != nil {
        building.codes = [parent]
      }
      building.point = Coordinate(medianOf: members.compactMap(\.coordinate))
      rooms[places.count] = members.map(\.room)
      places.append(building)
    }
  }

  private func isBuilding(_ index: Int) -> Bool {
    places[index].kind == .building && places[index].role != .tenant
  }

  /// The building with the nearest point, at most 60 m away.
  private func nearest(to room: PlaceCandidate) -> Int? {
    guard let point = room.coordinate else { return nil }
    let near = places.indices.compactMap { index -> (Int, Double)? in
      guard isBuilding(index), let other = places[index].coordinate else { return nil }
      let distance = point.distance(to: other)
      return distance <= 60 ? (index, distance) : nil
    }
    return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Sets the parent of each place: the one that its row names, else the smallest larger one around
  /// its point.
  private mutating func nest(_ areas: Containment) {
    for (index, place) in places.enumerated() where place.role != .tenant {
      if let parent = place.parent.flatMap({ self.place(named: $0) }), parent != index {
        within[index] = parent
        continue
      }
      guard let point = place.coordinate else { continue }
      // Only a larger outline can be the parent, so that two places never contain each other.
      let size = areas.size(of: index) ?? 0
      within[index] = areas.containing(point).first {
        $0 != index && places[$0].role == .place && (areas.size(of: $0) ?? 0) > size
      }
    }
  }

  // MARK: Result

  /// The places with their ids, sorted by id.
  func assembled() -> [ImportedPlace] {
    let kept = places.indices.filter { places[$0].role != .tenant }
    let ids = PlaceIDs.ids(of: kept.map { places[$0] })
    let idByIndex = Dictionary(zip(kept, ids)) { first, _ in first }
    return kept.compactMap { index -> ImportedPlace? in
      guard let id = idByIndex[index] else { return nil }
      let candidate = places[index]
      let place = Place(
        id: id, name: candidate.name, kind: candidate.kind.rawValue, aliases: candidate.aliases,
        codes: candidate.codes, address: candidate.address, category: candidate.category,
        within: within[index].flatMap { idByIndex[$0] }, coordinate: candidate.coordinate,
        outline: candidate.outline, rooms: (rooms[index] ?? []).sorted { $0.code < $1.code },
        tenants: tenants[index] ?? [], isOutdoor: candidate.isOutdoor)
      return ImportedPlace(place: place, source: candidate.source)
    }.sorted { $0.place.id < $1.place.id }
  }
}

/// A place and its origin.
public struct ImportedPlace: Hashable, Sendable {
  public var place: Place
  /// The id in its file, such as `way/123` or `buildings:MLB`. A later import recognizes the place
  /// by it.
  public var source: String
}

extension PlaceCandidate {
  /// The candidate without its outline.
  fileprivate static func unshaped(_ candidate: PlaceCandidate) -> PlaceCandidate {
    var candidate = candidate
    candidate.outline = nil
    return candidate
  }

  /// The candidate as a room of its building.
  fileprivate var room: Place.Room {
    let code = codes.first ?? name
    return Place.Room(
      code: code, name: name.folded == code.folded ? nil : name, floor: floor,
      coordinate: coordinate)
  }
}

extension Coordinate {
  /// The medians of latitude and longitude, which are robust against one wrong point; nil without
  /// points.
  fileprivate init?(medianOf points: [Coordinate]) {
    guard !points.isEmpty else { return nil }
    self.init(
      latitude: points.map(\.latitude).sorted()[points.count / 2],
      longitude: points.map(\.longitude).sorted()[points.count / 2])
  }
}

extension String {
  /// Makes the table name singular: `campuses:1` becomes `campus:1`, because a column `CampusId`
  /// refers to one row.
  fileprivate var singularTable: String {
    let parts = split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return self }
    var table = parts[0].folded
    if table.hasSuffix("ses") {
      table.removeLast(2)
    } else if table.hasSuffix("s"), !table.hasSuffix("us") {
      table.removeLast()
    }
    return "\(table):\(parts[1])"
  }
}
