import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct GazetteerReaderTests {
  private func read(_ text: String) -> (Gazetteer?, [FindingCode]) {
    let (gazetteer, findings) = GazetteerReader.read(Array(text.utf8))
    return (gazetteer, findings.map(\.code))
  }

  private func collection(_ features: String, bounds: String = "[10, 50, 10.1, 50.1]") -> String {
    """
    {"type": "FeatureCollection", "name": "fairview", "bounds": \(bounds),
     "categories": ["Halls"], "rules": {"online": ["stream"]}, "features": [\(features)]}
    """
  }

  @Test("A byte order mark before the collection is ignored")
  func byteOrderMark() {
    let text = "\u{FEFF}" + #"{"type": "FeatureCollection", "features": []}"#
    #expect(GazetteerReader.read(Array(text.utf8)).0?.places.isEmpty == true)
  }

  @Test("A feature's members become a place")
  func readsPlace() throws {
    let (gazetteer, findings) = read(
      collection(
        """
        {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [10.01, 50.02]},
         "properties": {"name": "Alpha", "kind": "building", "aliases": ["A1", "-", " A 2\\n"],
          "codes": ["A"], "address": {"street": "1 High Street"}, "category": "Halls",
          "subcategory": "(unclassified: nobody knows)", "within": null,
          "rooms": [{"code": "A-01", "name": "One", "floor": "1", "point": [10.011, 50.021]},
                    {"name": "Nameless code"}, {}, 3],
          "tenants": [{"name": "Shop", "alias": "sh"}, {}]}}
        """))
    #expect(findings.isEmpty)
    let place = try #require(gazetteer?.places.first)
    #expect(place.coordinate == Coordinate(latitude: 50.02, longitude: 10.01))
    #expect(place.aliases == ["A1", "A 2"])
    #expect(place.codes == ["A"])
    #expect(place.address == "1 High Street")
    #expect(place.category == "Halls")
    #expect(place.subcategory == nil)
    #expect(place.rooms.map(\.code) == ["A-01", "Nameless code"])
    #expect(place.rooms.first?.floor == 1)
    #expect(place.tenants == [Place.Tenant(name: "Shop", alias: "sh")])
    #expect(gazetteer?.rules.online == ["stream"])
  }

  @Test("Other shapes are read: a single code, parents, an id among the properties")
  func readsOtherShapes() throws {
    let (gazetteer, findings) = read(
      collection(
        """
        {"geometry": null, "properties": {"id": "site", "name": "Site", "parents": ["root"]}},
        {"id": 5101, "geometry": null, "properties": {"name": "Block", "code": "BL", "aliases": null,
          "parents": ["root", "site"], "address": "Main Street 3, 80333 Town"}}
        """, bounds: "null"))
    #expect(findings.isEmpty)
    let block = try #require(gazetteer?.places.first { $0.id == "5101" })
    #expect(block.within == "site")
    #expect(block.codes == ["BL"])
    #expect(block.address == "Main Street 3, 80333 Town")
    #expect(gazetteer?.bounds == nil)
  }

  @Test(
    "A contradiction is a finding, and the rest is read",
    arguments: [
      (
        #"{"id": "b", "properties": {"name": "B"}}, {"id": "b", "properties": {"name": "C"}}"#,
        "W_GAZETTEER_DUPLICATE"
      ),
      (#"{"id": "b", "properties": {"name": "B", "within": "nowhere"}}"#, "W_GAZETTEER_PARENT"),
      (#"{"id": "b", "properties": {"name": "B", "within": "b"}}"#, "W_GAZETTEER_PARENT"),
      (#"{"id": "b", "properties": {"name": "B", "replaced_by": "x"}}"#, "W_GAZETTEER_REPLACED_BY"),
      (
        #"{"id": "b", "geometry": {"coordinates": [50, 10]}, "properties": {"name": "B"}}"#,
        "W_GAZETTEER_OUTSIDE"
      ),
      (
        #"{"id": "b", "geometry": {"coordinates": [50.01, 10.01]}, "properties": {"name": "B"}}"#,
        "W_GAZETTEER_OUTSIDE"
      ),
      (#"{"id": "b", "properties": {"name": "B"}}, {"id": "c"}"#, "W_GAZETTEER_FEATURE"),
      (#"{"id": "b", "properties": {"name": "B"}}, 7"#, "W_GAZETTEER_FEATURE"),
    ] as [(String, FindingCode)])
  func reportsContradictions(features: String, code: FindingCode) throws {
    let (gazetteer, findings) = read(collection(features))
    #expect(findings == [code])
    #expect(gazetteer?.places.map(\.id) == ["b"])
  }

  @Test("The point 0, 0 is none, and doesn't widen the bounds")
  func nullIsland() throws {
    let (gazetteer, findings) = read(
      collection(
        #"{"id": "a", "geometry": {"coordinates": [0, 0]}, "properties": {"name": "A"}},"#
          + #"{"id": "b", "geometry": {"coordinates": [10, 50]}, "properties": {"name": "B"}}"#,
        bounds: "null"))
    #expect(findings == ["W_GAZETTEER_OUTSIDE"])
    let places = try #require(gazetteer).places
    #expect(places.map { $0.coordinate?.longitude } == [nil, 10])
    #expect(BoundingBox(around: places)?.south == 49.995)
  }

  @Test("Places within each other are named, and looked up without end")
  func circle() {
    let (gazetteer, findings) = read(
      collection(
        """
        {"id": "a", "properties": {"name": "Anton Block", "within": "b", "replaced_by": "b"}},
        {"id": "b", "properties": {"name": "Berta Block", "within": "a", "replaced_by": "a"}}
        """))
    #expect(findings == ["W_GAZETTEER_PARENT", "W_GAZETTEER_PARENT"])
    let matcher = gazetteer.map { GazetteerMatcher($0) }
    #expect(matcher?.place(.fairview("Anton Block")).reason != .online)
  }

  @Test("A name or code of several places is reported once, unless one place replaced the other")
  func sharedKeys() {
    let (gazetteer, findings) = GazetteerReader.read(
      Array(
        collection(
          """
          {"id": "a", "properties": {"name": "Hall A", "codes": ["HL"]}},
          {"id": "b", "properties": {"name": "Hall B", "codes": ["hl"]}},
          {"id": "c", "properties": {"name": "Hall C"}},
          {"id": "d", "properties": {"name": "Hall C", "replaced_by": "c"}}
          """
        ).utf8))
    #expect(gazetteer?.places.count == 4)
    #expect(findings.map(\.code) == ["W_GAZETTEER_SHARED_KEY"])
    #expect(findings.first?.subject == "a, b")
  }

  @Test("A place may be an outline, whose middle is its point, or have both")
  func outlines() throws {
    let ring = "[[10.01, 50.01], [10.03, 50.01], [10.03, 50.03], [10.01, 50.03], [10.01, 50.01]]"
    let hole = "[[10.015, 50.015], [10.02, 50.015], [10.02, 50.02]]"
    let (gazetteer, findings) = read(
      collection(
        """
        {"id": "a", "geometry": {"type": "Polygon", "coordinates": [\(ring), \(hole)]},
         "properties": {"name": "Alpha", "images": ["https://example.org/a.jpg"]}},
        {"id": "b", "geometry": {"type": "MultiPolygon", "coordinates": [[\(ring)]]},
         "properties": {"name": "Beta"}},
        {"id": "c", "geometry": {"type": "GeometryCollection", "geometries": [
          {"type": "Point", "coordinates": [10.011, 50.012]},
          {"type": "Polygon", "coordinates": [\(ring)]}]}, "properties": {"name": "Gamma"}},
        {"id": "d", "geometry": {"type": "Polygon", "coordinates": 7},
         "properties": {"name": "Delta"}}
        """))
    #expect(findings.isEmpty)
    let places = try #require(gazetteer?.places)
    #expect(places.map { $0.outline?.rings.count } == [1, 1, 1, nil])
    #expect(places[0].images == ["https://example.org/a.jpg"])
    for place in places[..<2] {
      let center = try #require(place.coordinate)
      #expect(abs(center.latitude - 50.02) < 1e-9 && abs(center.longitude - 10.02) < 1e-9)
    }
    #expect(places[2].coordinate == Coordinate(latitude: 50.012, longitude: 10.011))
    #expect(places[3].coordinate == nil)
  }

  @Test("A room code without a floor is reported and ignored")
  func roomCodes() {
    let (gazetteer, findings) = read(
      #"""
      {"features": [{"id": "b", "properties": {"name": "B"}}],
       "rules": {"roomCodes": ["{building}-{room}", "{floor:2}{room:2}"]}}
      """#)
    #expect(gazetteer?.rules.roomCodes.count == 2)
    #expect(findings == ["W_GAZETTEER_RULE"])
  }

  @Test("Bounds may be a polygon; points within its box and outside of it are not believed")
  func polygon() throws {
    // An L: the north-eastern quarter of the box is not the campus.
    let ring = "[[10,50],[10.1,50],[10.1,50.05],[10.05,50.05],[10.05,50.1],[10,50.1],[10,50]]"
    let (gazetteer, findings) = read(
      collection(
        #"{"id": "b", "properties": {"name": "Burrow House"}}"#,
        bounds: #"{"type": "Polygon", "coordinates": [\#(ring)]}"#))
    #expect(findings.isEmpty)
    let bounds = try #require(gazetteer?.bounds)
    #expect([bounds.west, bounds.south, bounds.east, bounds.north] == [10, 50, 10.1, 50.1])
    let inside = try #require(Coordinate(latitude: 50.0312, longitude: 10.0812))
    let outside = try #require(Coordinate(latitude: 50.0812, longitude: 10.0812))
    #expect(bounds.contains(inside) && !bounds.contains(outside))
    let matcher = GazetteerMatcher(try #require(gazetteer))
    for (point, own) in [(inside, inside), (outside, nil)] {
      let query = VenueQuery(campus: "fairview", text: "Elsewhere Shed", coordinate: point)
      #expect(matcher.place(query).coordinate == own)
    }
  }

  @Test(
    "Bounds of another shape are ignored with a finding",
    arguments: ["[1]", #""everywhere""#, #"{"type": "Polygon", "coordinates": []}"#])
  func oddBounds(bounds: String) {
    #expect(
      read(collection(#"{"id": "b", "properties": {"name": "B"}}"#, bounds: bounds)).1
        == ["W_GAZETTEER_BOUNDS"])
  }

  @Test(
    "A file that is no gazetteer gives none and a finding",
    arguments: [
      "", "null", "[]", "{}", "<html>", #"{"features": 3}"#, "\u{FEFF}", #"{"features": ["#,
    ])
  func unreadable(text: String) {
    let (gazetteer, findings) = read(text)
    #expect(gazetteer == nil)
    #expect(findings == ["W_GAZETTEER_UNREADABLE"])
  }

  @Test("A gazetteer without features is empty; one whose features are no places is rejected")
  func empty() {
    let (gazetteer, findings) = read(collection(""))
    #expect(gazetteer?.places.isEmpty == true)
    #expect(findings == ["W_GAZETTEER_EMPTY"])
    let (none, said) = read(collection(#"{"type": "Feature", "properties": {}}"#))
    #expect(none == nil)
    #expect(said == ["W_GAZETTEER_FEATURE", "W_GAZETTEER_EMPTY"])
  }
}
