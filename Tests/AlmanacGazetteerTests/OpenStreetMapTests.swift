import AlmanacModel
import Testing

@testable import AlmanacGazetteer

@Suite("Import from OpenStreetMap") struct OpenStreetMapTests {
  @Test("A building has its names, code, address, outline and center")
  func building() throws {
    let place = try Importing.tagged(
      Importing.square(
        7, 52.1, 4.3,
        #"""
        "building": "university", "name": "Zuider Hal", "alt_name": "Hal Zuid;De Hal", "ref": "ZH",
        "name:en": "South Hall", "name:nl": "Zuider Hal", "operator": "Long Name of a University",
        "addr:street": "Kade", "addr:housenumber": "12", "addr:city": "Haven"
        """#)
    ).place("Zuider Hal")
    #expect(place.aliases == ["Hal Zuid", "De Hal", "South Hall"])
    #expect(place.codes == ["ZH"])
    #expect(place.address == "Kade 12")
    #expect(place.id == "zuider-hal")
    #expect(place.outline != nil)
    let middle = try #require(place.coordinate)
    #expect(abs(middle.latitude - 52.1) < 1e-9 && abs(middle.longitude - 4.3) < 1e-9)
  }

  @Test(
    "The house number precedes the street if the language requires it",
    arguments: [
      ("Mill Lane", "4 Mill Lane"), ("rue du Port", "4 rue du Port"), ("Am Markt", "Am Markt 4"),
    ]
  )
  func address(street: String, expected: String) {
    #expect(TagInterpreter.address(street: street, number: "4") == expected)
  }

  @Test("Roads, trees, furniture, sculptures, building sites and unnamed features are no places")
  func nothing() throws {
    let imported = try Importing.tagged(
      Importing.node(1, 1, 1, #""natural": "tree", "name": "Old Oak""#),
      Importing.node(2, 1, 1, #""amenity": "bench", "name": "Rest""#),
      Importing.node(3, 1, 1, #""tourism": "artwork", "name": "The Fish""#),
      Importing.node(4, 1, 1, #""highway": "bus_stop", "name": "Gate""#),
      Importing.square(5, 1, 1, #""building": "construction", "name": "New Wing""#),
      Importing.square(6, 2, 2, #""building": "yes""#),
      Importing.square(7, 1, 1, #""amenity": "parking", "name": "Lot C""#),
      #"{"type": "way", "id": 8, "geometry": [{"lat": 1, "lon": 1}, {"lat": 1, "lon": 2}], "tags": {"highway": "residential", "name": "Long Road"}}"#,
      Importing.node(9, 3, 3, #""amenity": "library", "name": "Reading Room""#))
    #expect(imported.names == ["Reading Room"])
    let finding = try #require(imported.findings.first)
    #expect(finding.code == "I_IMPORT_LEFT_OUT")
    #expect(finding.message.hasPrefix("7 objects"))
  }

  @Test("A building that has only a number is named by its description")
  func reference() throws {
    let imported = try Importing.tagged(
      Importing.square(
        1, 1, 1,
        #""building": "yes", "ref": "7N", "description": "7 North", "addr:housenumber": "7N""#),
      Importing.square(2, 1.01, 1, #""building": "yes", "ref": "8N""#))
    #expect(imported.names == ["7 North", "8N"])
    #expect(try imported.place("7 North").codes == ["7N"])
    #expect(try imported.place("7 North").address == nil)
  }

  @Test("A nameless building becomes the outline of the only place inside it")
  func footprint() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, #""building": "yes""#),
      Importing.node(2, 1.0001, 1.0001, #""amenity": "theatre", "name": "Playhouse""#),
      Importing.square(3, 2, 2, #""building": "yes""#),
      Importing.node(4, 2, 2, #""amenity": "theatre", "name": "Left Stage""#),
      Importing.node(5, 2.0001, 2, #""amenity": "theatre", "name": "Right Stage""#))
    #expect(try imported.place("Playhouse").outline != nil)
    #expect(try imported.place("Left Stage").outline == nil)
    #expect(imported.places.count == 3)
  }

  @Test("Offices and shops in a building are its tenants, but a library is a place within it")
  func tenants() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, #""building": "yes", "name": "Tower""#),
      Importing.node(2, 1, 1, #""office": "yes", "name": "Registry", "short_name": "REG""#),
      Importing.node(3, 1, 1, #""shop": "books", "name": "Page One""#),
      Importing.node(4, 1, 1, #""amenity": "library", "name": "Map Library""#),
      Importing.node(5, 2, 2, #""shop": "books", "name": "Far Books""#),
      Importing.node(6, 2, 2, #""amenity": "cafe", "name": "Far Café""#))
    #expect(imported.names == ["Far Café", "Map Library", "Tower"])
    let tower = try imported.place("Tower")
    #expect(tower.tenants.map(\.name) == ["Registry", "Page One"])
    #expect(tower.tenants.first?.alias == "REG")
    #expect(try imported.place("Map Library").within == tower.id)
  }

  @Test("Floors are numbered as on signs if some elements have both numbers")
  func storeys() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, #""building": "yes", "name": "Tower""#),
      Importing.node(2, 1, 1, #""indoor": "room", "ref": "T101", "level": "0", "level:ref": "1""#),
      Importing.node(3, 1, 1, #""indoor": "room", "ref": "T202", "name": "Aula", "level": "1""#))
    #expect(
      try imported.place("Tower").rooms.map { "\($0.code) \($0.floor ?? 0) \($0.name ?? "")" }
        == ["T101 1 ", "T202 2 Aula"])
  }

  @Test("A room keeps a reference of any length, but a building only a short one")
  func longReferences() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, #""building": "yes", "name": "Mill", "ref": "inventory-000123""#),
      Importing.node(
        2, 1, 1, #""indoor": "room", "ref": "00.03.010@MILL-W", "name": "Reading Corner""#))
    let mill = try imported.place("Mill")
    #expect(mill.codes == [])
    #expect(mill.rooms.map(\.code) == ["00.03.010@MILL-W"])
    #expect(mill.rooms.first?.name == "Reading Corner")
  }

  @Test("A place is within the smallest larger outline around it, the largest one within none")
  func nesting() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, half: 0.01, #""amenity": "university", "name": "Coast College""#),
      Importing.square(2, 1, 1, #""building": "yes", "name": "Tower""#),
      Importing.square(3, 2, 2, #""building": "yes", "name": "Boathouse""#),
      Importing.square(4, 1, 1, half: 0.002, #""landuse": "village_green", "name": "Meadow""#))
    #expect(try imported.place("Coast College").kind == "campus")
    // Its center is in the tower.
    #expect(try imported.place("Coast College").within == nil)
    #expect(try imported.place("Meadow").within == "coast-college")
    #expect(try imported.place("Tower").within == "meadow")
    #expect(try imported.place("Boathouse").within == nil)
  }

  @Test(
    "A relation and its outer way are one place unless their codes differ or they are far apart")
  func duplicates() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, #""building": "yes", "name": "Rotunda", "ref": "R""#),
      Importing.square(2, 1, 1, #""building": "yes", "name": "Rotunda", "alt_name": "Round Hall""#),
      Importing.square(3, 1.0005, 1, #""building": "yes", "name": "Chemistry", "ref": "C1""#),
      Importing.square(4, 1.001, 1, #""building": "yes", "name": "Chemistry", "ref": "C2""#),
      Importing.node(5, 1.1, 1, #""amenity": "cafe", "name": "Corner""#),
      Importing.node(6, 1.2, 1, #""amenity": "cafe", "name": "Corner""#))
    #expect(try imported.place("Rotunda").aliases == ["Round Hall"])
    #expect(
      imported.places.map(\.place.id).sorted() == [
        "chemistry-c1", "chemistry-c2", "corner-node-5", "corner-node-6", "rotunda",
      ])
  }

  @Test("A prefix of names is a code if several places have one")
  func leadingCodes() throws {
    let imported = try Importing.tagged(
      Importing.square(1, 1, 1, #""building": "yes", "name": "K1 Weaving Hall""#),
      Importing.square(2, 2, 1, #""building": "yes", "name": "K2 Annex""#),
      Importing.square(3, 3, 1, #""building": "yes", "name": "K3 Annex""#),
      Importing.square(4, 4, 1, #""building": "yes", "name": "K9""#))
    let hall = try imported.place("K1 Weaving Hall")
    #expect(hall.codes == ["K1"] && hall.aliases == ["Weaving Hall"])
    #expect(try imported.place("K2 Annex").aliases == [])
    #expect(try imported.place("K9").codes == ["K9"])
  }

  @Test("A relation's open ways are joined to a ring, even if nodes are separate elements")
  func rings() throws {
    let imported = try Importing.json(
      #"""
      {"elements": [
        {"type": "relation", "id": 1, "tags": {"building": "yes", "name": "Arc"}, "members": [
          {"type": "way", "ref": 10, "role": "outer"},
          {"type": "way", "ref": 11, "role": "outer"},
          {"type": "way", "ref": 12, "role": "inner"}]},
        {"type": "way", "id": 10, "nodes": [1, 2, 3]},
        {"type": "way", "id": 11, "nodes": [1, 4, 3]},
        {"type": "way", "id": 12, "nodes": [1, 2, 4]},
        {"type": "node", "id": 1, "lat": 0, "lon": 0}, {"type": "node", "id": 2, "lat": 0, "lon": 2},
        {"type": "node", "id": 3, "lat": 2, "lon": 2}, {"type": "node", "id": 4, "lat": 2, "lon": 0}
      ]}
      """#)
    let place = try imported.place("Arc")
    #expect(place.outline?.rings.map(\.count) == [5])
    #expect(place.coordinate == Coordinate(latitude: 1, longitude: 1))
  }

  @Test(
    "Element ids are recognized in every exporter's form",
    arguments: [
      #""id": "way/5", "properties": {"building": "yes", "name": "A"}"#,
      #""properties": {"@id": "way/5", "building": "yes", "name": "A"}"#,
      #""properties": {"@type": "way", "@id": 5, "building": "yes", "name": "A"}"#,
      #""id": "w5", "properties": {"building": "yes", "name": "A"}"#,
      #""id": "a10", "properties": {"building": "yes", "name": "A"}"#,
      #""id": "way/5", "properties": {"type": "way", "id": "5", "tags": {"building": "yes", "name": "A"}}"#,
    ])
  func exports(feature: String) throws {
    let imported = try Importing.json(
      #"""
      {"type": "FeatureCollection", "features": [{"type": "Feature", \#(feature),
        "geometry": {"type": "Point", "coordinates": [3, 4]}}]}
      """#)
    #expect(imported.places.map(\.source) == ["way/5"])
    #expect(imported.isOpenStreetMap)
  }
}
