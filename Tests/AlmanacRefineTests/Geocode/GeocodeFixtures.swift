import AlmanacModel
import Testing

@testable import AlmanacRefine

extension Gazetteer {
  /// An invented campus with what real ones have: numbered blocks, lecture theatres, an area with
  /// buildings in it, two places of one name, tenants, a place without a point and a replaced one.
  static let fairview: Gazetteer = {
    var rules = Gazetteer.Rules()
    rules.stopWords = ["fairview university", "fairview"]
    rules.offCampus = ["Harbour Front", "Hub 71"]
    rules.online = ["Campus Stream"]
    rules.roomCodes = ["{building}-{floor:2}-{room}", "{building}-{floor:2}{room:2}"]
    return Gazetteer(
      name: "fairview", title: "Fairview University",
      bounds: BoundingBox(west: 10.0, south: 50.0, east: 10.1, north: 50.1), rules: rules,
      places: fairviewPlaces)
  }()

  private static let fairviewPlaces: [Place] = [
    Place(
      id: "comp1", name: "COMP1", aliases: ["Computing 1"], subcategory: "School of Computing",
      coordinate: at(50.010, 10.010),
      rooms: [
        Place.Room(
          code: "COMP1-0206", name: "Seminar Room 1", floor: 2, coordinate: at(50.0101, 10.0101)),
        Place.Room(code: "COMP1-0212", name: "Seminar Room 3", floor: 2),
        Place.Room(code: "COMP1-B103", name: "Robot Laboratory", floor: -1),
      ], tenants: [Place.Tenant(name: "School of Computing (Dean's Office)", alias: "soc")]),
    Place(
      id: "comp2", name: "COMP2", subcategory: "School of Computing",
      coordinate: at(50.011, 10.011),
      rooms: [
        Place.Room(code: "COMP2-0301", name: "Seminar Room 12", floor: 3),
        Place.Room(code: "COMP2-HUB"),
      ]),
    Place(id: "e4", name: "E4", aliases: ["Block E4"], coordinate: at(50.020, 10.020)),
    Place(id: "e4a", name: "E4A", aliases: ["Block E4A"], coordinate: at(50.021, 10.021)),
    Place(id: "lt6", name: "Lecture Theatre 6", aliases: ["LT6"], coordinate: at(50.030, 10.030)),
    Place(
      id: "lt27", name: "Lecture Theatre 27", aliases: ["LT 27"], coordinate: at(50.031, 10.031)),
    Place(
      id: "village", name: "Student Village", kind: "area", aliases: ["SVillage"],
      coordinate: at(50.050, 10.050)),
    Place(
      id: "plaza", name: "Linden Plaza", within: "village", coordinate: at(50.051, 10.051),
      rooms: [Place.Room(code: "LP-SR5", name: "Linden Plaza Seminar Room 5", floor: 2)]),
    Place(
      id: "okonkwo", name: "Okonkwo Centre", within: "village", coordinate: at(50.052, 10.052),
      rooms: [Place.Room(code: "OKC-SR1", name: "Seminar Room 1")],
      tenants: [Place.Tenant(name: "Fairview Ventures")]),
    Place(id: "hall", name: "University Hall", coordinate: at(50.060, 10.060)),
    Place(id: "museum", name: "Museum"),
    Place(id: "innisfree", name: "Innisfree College", coordinate: at(50.070, 10.070)),
    Place(
      id: "innisfree-res", name: "Innisfree College Residence", coordinate: at(50.0705, 10.0705)),
    Place(
      id: "galbally", name: "Galbally Building", codes: ["GB"], address: "35 St. Brendan Street",
      coordinate: at(50.080, 10.080)),
    Place(
      id: "hart", name: "Hartley House", address: "7 Hartley House Circle",
      coordinate: at(50.081, 10.081)),
    Place(
      id: "tower", name: "Soldiers' Tower", address: "7 Hartley House Circle",
      coordinate: at(50.0811, 10.0811)),
    Place(id: "old-gym", name: "Old Gymnasium", coordinate: at(50.09, 10.09), replacedBy: "arena"),
    Place(id: "arena", name: "Whitlock Arena", coordinate: at(50.0901, 10.0901)),
  ]

  private static func at(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension VenueQuery {
  static func fairview(
    _ text: String?, at coordinate: Coordinate? = nil, _ strategy: VenueStrategy = .text
  ) -> VenueQuery {
    VenueQuery(campus: "fairview", text: text, coordinate: coordinate, strategy: strategy)
  }
}
