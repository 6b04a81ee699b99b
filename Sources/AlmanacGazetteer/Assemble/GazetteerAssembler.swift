public import AlmanacModel

/// Makes places of candidates: duplicates become one, rooms and tenants go into their buildings,
/// buildings into their campus.
struct GazetteerAssembler {
  private var places: [PlaceCandidate] = []
  private var rooms: [Int: [Place.Room]] = [:]
  private var tenants: [Int: [Place.Tenant]] = [:]
  private var within: [Int: Int] = [:]
  /// Where the ids and codes by which other rows name a place lead.
  private var keys: [String: Int] = [:]
  private(set) var leftOut = LeftOut()

  /// Things that are no place of their own, by the reason.
  struct LeftOut {
    /// Shops and counters outside any building.
    var tenants: [String] = []
    /// Rooms of a building that no file has.
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

  /// A building without a name is the outline of the one place whose point lies in it.
  private static func adoptFootprints(_ candidates: inout [PlaceCandidate]) {
    let footprints = Containment(candidates.map { $0.role == .footprint ? $0 : .unshaped($0) })
    var inside: [Int: [Int]] = [:]
    for (index, candidate) in candidates.enumerated()
    where candidate.role == .place && candidate.outline == nil {
      guard let point = candidate.point,
        let footprint = footprints.holders(of: point).first(where: { _ in true })
      else { continue }
      inside[footprint, default: []].append(index)
    }
    for (footprint, owners) in inside where owners.count == 1 {
      candidates[owners[0]].outline = candidates[footprint].outline
    }
  }

  /// Codes before the name, as in "T2 Humanities", where at least three places are named so.
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
      // "Teaching Building", of which there are several, is nobody's name.
      guard let rest = match.2.map(String.init), rests.count(where: { $0 == rest }) == 1 else {
        continue
      }
      candidates[index].addAlias(rest)
    }
  }

  private mutating func addKeys(of candidate: PlaceCandidate, _ index: Int) {
    let names = [candidate.source.singularTable, candidate.name.nameKey]
    for key in names + candidate.codes.map(\.nameKey) where keys[key] == nil { keys[key] = index }
  }

  private func place(named key: String) -> Int? {
    keys[key.contains(":") ? key.singularTable : key.nameKey]
  }

  // MARK: Parts

  /// Offices and cafés in a building become its tenants; the rest of them are places, shops are not.
  private mutating func moveTenants(_ areas: Containment, shops: [PlaceCandidate]) {
    var moved: Set<Int> = []
    for (index, place) in places.enumerated()
    where place.role == .placeOrTenant && place.outline == nil {
      guard let house = house(of: place, areas) else { continue }
      addTenant(place, to: house)
      moved.insert(index)
    }
    for shop in shops {
      if let house = house(of: shop, areas) {
        addTenant(shop, to: house)
      } else {
        leftOut.tenants.append(shop.source)
      }
    }
    remove(moved)
  }

  private func house(of part: PlaceCandidate, _ areas: Containment) -> Int? {
    if let parent = part.parent, let index = place(named: parent) { return index }
    return part.coordinate.flatMap { point in
      areas.holders(of: point).first { places[$0].kind == .building && places[$0].role == .place }
    }
  }

  private mutating func addTenant(_ part: PlaceCandidate, to house: Int) {
    tenants[house, default: []].append(Place.Tenant(name: part.name, alias: part.aliases.first))
  }

  /// Takes places out; the order of the others remains, and with it all indices of holders.
  private mutating func remove(_ moved: Set<Int>) {
    for index in moved { places[index].role = .tenant }
  }

  /// A room goes to the place that its row names, else that surrounds it, else whose code its own
  /// begins with. A building that only its rooms' codes name becomes a place in their middle.
  private mutating func placeRooms(_ found: [PlaceCandidate], _ areas: Containment) {
    var unplaced: [String: [PlaceCandidate]] = [:]
    for room in found {
      let code = (room.codes.first ?? room.name)
      let house =
        room.parent.flatMap { place(named: $0) }
        ?? room.coordinate.flatMap { point in areas.holders(of: point).first { isHouse($0) } }
        ?? RowInterpreter.building(ofRoom: code).flatMap { place(named: $0) }
        ?? (room.parent == nil ? nearest(to: room) : nil)
      if let house {
        rooms[house, default: []].append(room.room)
      } else if let parent = room.parent, !parent.contains(":") {
        unplaced[parent, default: []].append(room)
      } else {
        leftOut.rooms.append(room.source)
      }
    }
    for (parent, members) in unplaced.sorted(by: { $0.key < $1.key }) {
      var house = PlaceCandidate(source: "rooms:\(parent)")
      house.name = parent
      if parent.wholeMatch(of: /[A-Za-z]{1,6}[0-9]{0,3}[A-Za-z]?/) != nil { house.codes = [parent] }
      house.point = Coordinate(medianOf: members.compactMap(\.coordinate))
      rooms[places.count] = members.map(\.room)
      places.append(house)
    }
  }

  private func isHouse(_ index: Int) -> Bool {
    places[index].kind == .building && places[index].role != .tenant
  }

  /// The building whose point is nearest, within 60 m.
  private func nearest(to room: PlaceCandidate) -> Int? {
    guard let point = room.coordinate else { return nil }
    let near = places.indices.compactMap { index -> (Int, Double)? in
      guard isHouse(index), let other = places[index].coordinate else { return nil }
      let distance = point.distance(to: other)
      return distance <= 60 ? (index, distance) : nil
    }
    return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Each place lies within the one that its row names, else the smallest that surrounds it.
  private mutating func nest(_ areas: Containment) {
    for (index, place) in places.enumerated() where place.role != .tenant {
      if let parent = place.parent.flatMap({ self.place(named: $0) }), parent != index {
        within[index] = parent
        continue
      }
      guard let point = place.coordinate else { continue }
      let size = areas.size(of: index) ?? 0
      within[index] = areas.holders(of: point).first {
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

/// A place with how its file calls it.
public struct ImportedPlace: Hashable, Sendable {
  public var place: Place
  /// `way/123`, `buildings:MLB`; a later import finds the place again by it.
  public var source: String
}

extension PlaceCandidate {
  fileprivate static func unshaped(_ candidate: PlaceCandidate) -> PlaceCandidate {
    var candidate = candidate
    candidate.outline = nil
    return candidate
  }

  fileprivate var room: Place.Room {
    let code = codes.first ?? name
    return Place.Room(
      code: code, name: name.folded == code.folded ? nil : name, floor: floor,
      coordinate: coordinate)
  }
}

extension Coordinate {
  /// The median of each number, which a single wrong point does not move; nil for none.
  fileprivate init?(medianOf points: [Coordinate]) {
    guard !points.isEmpty else { return nil }
    self.init(
      latitude: points.map(\.latitude).sorted()[points.count / 2],
      longitude: points.map(\.longitude).sorted()[points.count / 2])
  }
}

extension String {
  /// `campuses:1` is `campus:1`: columns name the table of which a row is by one of its rows.
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
