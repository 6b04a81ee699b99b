import AlmanacModel
import Testing

@testable import AlmanacGazetteer

@Suite("Import from tables") struct TableTests {
  @Test(
    "Columns are recognized by their names in several languages",
    arguments: [
      ["Gebäude", "Kürzel", "Breitengrad", "Längengrad"],
      ["Nombre", "Código", "Latitud", "Longitud"],
      ["BLDG_NAME", "BLDG_ABBR", "LAT", "LNG"],
      ["nom", "sigle", "latitude", "longitude"],
    ])
  func columns(header: [String]) throws {
    let place = try Importing.rows([
      (
        "list.csv",
        [header, ["Alte Mühle", "AM", "47,5", "8.25"], ["Neue Mühle", "NM", "47.6", "8.3"]]
      )
    ]).place("Alte Mühle")
    #expect(place.codes == ["AM"])
    #expect(place.coordinate == Coordinate(latitude: 47.5, longitude: 8.25))
  }

  @Test("Long texts, dates and projected coordinates are ignored")
  func attributes() throws {
    let features = [("10", "MILL HOUSE"), ("11", "BOAT HOUSE"), ("12", "GLASS HOUSE")].map {
      #"""
      {"type": "Feature", "geometry": null, "properties": {"OBJECTID": 1.0, "BLDG": "\#($0.0)",
        "BLDG_DESCRIPTION": "\#($0.1)", "BLDG_INFORMATION": "Built by \#($0.1) and others long ago.",
        "SP_X": "1730910.4", "SP_Y": "661169.1", "LL_X": "-86.5", "LL_Y": "36.25",
        "DATE_BUILT": "1886-01-01", "BLDG_CLASS": "S"}}
      """#
    }
    let imported = try Importing.json(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    let place = try imported.place("MILL HOUSE")
    #expect(place.codes == ["10"])
    #expect(place.aliases == [] && place.address == nil)
  }

  @Test("Rows refer to their building and campus by the id of a row in another table")
  func references() throws {
    let imported = Importing.rows([
      (
        "buildings.csv",
        [["Id", "Name", "Code", "Lat", "Lon", "CampusId"], ["4", "Forge", "FG", "1", "2", "9"]]
      ),
      ("campuses.csv", [["Id", "Name", "Lat", "Lon"], ["9", "Harbor", "1", "2.001"]]),
      (
        "classrooms.csv",
        [
          ["Id", "Name", "Lat", "Lon", "BuildingId"], ["1", "FG-01", "1", "2", "4"],
          ["2", "XX-01", "1", "2", "5"],
        ]
      ),
    ])
    let forge = try imported.place("Forge")
    #expect(forge.within == "harbor")
    #expect(try imported.place("Harbor").kind == "campus")
    #expect(forge.rooms.map(\.code) == ["FG-01"])
    #expect(
      imported.findings.map(\.message) == [
        "1 rooms of unknown buildings were left out: classrooms:2"
      ])
  }

  @Test("Rooms are assigned to buildings by the prefix of their codes")
  func roomsByCode() throws {
    let imported = try Importing.json(
      #"""
      {"QX1-0203": {"roomName": "Seminar Room", "floor": 2, "location": {"x": 10.0, "y": 50.0}},
       "QX1-0204": {"roomName": "qx1-0204", "floor": 2, "location": {"x": 10.002, "y": 50.0}},
       "QX1-B101": {"roomName": "Store", "floor": "Basement", "location": {"x": 10.001, "y": 50.0}},
       "AULA": {"roomName": "Great Hall", "floor": 1, "location": {"x": 10.001, "y": 50.0001}}}
      """#)
    #expect(imported.names == ["Great Hall", "QX1"])
    let building = try imported.place("QX1")
    #expect(building.rooms.map(\.code) == ["QX1-0203", "QX1-0204", "QX1-B101"])
    #expect(building.rooms.map(\.name) == ["Seminar Room", nil, "Store"])
    #expect(building.rooms.map(\.floor) == [2, 2, nil])
    #expect(building.coordinate == Coordinate(latitude: 50, longitude: 10.001))
    #expect(try imported.place("Great Hall").codes == ["AULA"])
  }

  @Test("Points with the latitude first are swapped if other points or the bounds require it")
  func swapped() throws {
    func collection(_ pairs: [String]) -> String {
      let features = pairs.enumerated().map {
        #"{"type": "Feature", "properties": {"name": "House \#($0)"}, "geometry": {"type": "Point", "coordinates": \#($1)}}"#
      }
      return #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    }
    let antarctic = try Importing.json(collection(["[42.7, -73.6]", "[42.8, -73.5]"]))
    #expect(antarctic.findings.map(\.code) == ["W_IMPORT_SWAPPED"])
    #expect(
      try antarctic.place("House 0").coordinate == Coordinate(latitude: 42.7, longitude: -73.6))
    // Both Rome and the Horn of Africa are inhabited, so only the bounds decide.
    let rome = BoundingBox(west: 12.4, south: 41.8, east: 12.6, north: 42)
    let bounded = try Importing.json(collection(["[41.9, 12.5]"]), bounds: rome)
    #expect(try bounded.place("House 0").coordinate == Coordinate(latitude: 41.9, longitude: 12.5))
    let unbounded = try Importing.json(collection(["[41.9, 12.5]"]))
    #expect(
      try unbounded.place("House 0").coordinate == Coordinate(latitude: 12.5, longitude: 41.9))
    #expect(unbounded.findings.isEmpty)
  }

  @Test("Placeholder rows are omitted and counted")
  func nowhere() {
    let imported = Importing.rows([
      (
        "buildings.csv",
        [
          ["ABBR", "NAME", "LATITUDE", "LONGITUDE"], ["MH", "Mill Hall", "1", "2"],
          ["WEB", "Online Course", "1", "2"], ["N/A", "Does not meet", "1\t\n"],
        ]
      )
    ])
    #expect(imported.names == ["Mill Hall"])
    #expect(imported.findings.map(\.code) == ["I_IMPORT_LEFT_OUT"])
  }

  @Test("A stop with a building's name merges with the building, another one is a place")
  func stops() throws {
    let imported = Importing.rows([
      ("buildings.csv", [["name", "code", "lat", "lon"], ["West Hall", "WH", "1", "2"]]),
      (
        "stops.txt",
        [
          ["stop_id", "stop_name", "stop_lat", "stop_lon", "location_type", "parent_station"],
          ["a", "West Hall", "1.001", "2", "0", ""], ["b", "Ninth Street", "1.01", "2", "0", ""],
          ["c", "Ninth Street", "1.0105", "2", "0", ""], ["d", "Gate", "1.01", "2", "2", ""],
        ]
      ),
    ])
    #expect(imported.names == ["Ninth Street", "West Hall"])
    #expect(try imported.place("West Hall").coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(try imported.place("Ninth Street").kind == "stop")
    #expect(try imported.place("Ninth Street").codes == [])
  }
}
