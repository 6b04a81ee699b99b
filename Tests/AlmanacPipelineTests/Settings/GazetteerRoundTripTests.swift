import AlmanacModel
import AlmanacRefine
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

/// A gazetteer that people made, written as OpenStreetMap would have it and imported again.
@Suite("A gazetteer from OpenStreetMap") struct GazetteerRoundTripTests {
  @Test("An imported gazetteer places the texts of the demonstration campus like the original")
  func demonstration() throws {
    let bytes = [UInt8](try Data(contentsOf: ProjectFiles.url("config/gazetteer/nus.geojson")))
    let original = try #require(GazetteerReader.read(bytes).0)
    let places = original.places.filter { $0.replacedBy == nil }
    let texts = places.flatMap {
      [$0.name] + $0.aliases + $0.codes + $0.rooms.prefix(3).map(\.code)
    }
    let pairs = try answers(bytes, texts)
    let differing = zip(texts, pairs).filter { $1.original != $1.imported }.map(\.0)
    #expect(pairs.count > 1_000)
    #expect(differing.count * 100 <= pairs.count, "\(differing.prefix(20))")
  }

  private static let truth = "corpora/venues/truth.open2.jsonl"

  @Test(
    "An imported gazetteer places labeled texts of other campuses like the original",
    .enabled(if: SharedFiles.exists(truth), "needs the shared texts"),
    arguments: ["duke", "iu", "ncsu"])
  func labeled(campus: String) throws {
    let lines = String(decoding: try SharedFiles.bytes(Self.truth), as: UTF8.self).split(
      separator: "\n")
    let truths = try lines.map { try JSONValue(parsing: Array($0.utf8)) }
      .filter { $0["campus"]?.string == campus }
    let pairs = try answers(
      try SharedFiles.bytes("data/gazetteers/\(campus).geojson"),
      truths.compactMap { $0["query"]?.string })
    func right(_ place: KeyPath<Pair, String?>) -> Int {
      zip(truths, pairs).count { $0["expected_id"]?.string == $1[keyPath: place] }
    }
    #expect(pairs.count > 50)
    #expect(right(\.imported) * 100 >= right(\.original) * 99)
  }

  /// The places of a text by both gazetteers, as the original calls them.
  private struct Pair {
    var original: String?
    var imported: String?
  }

  private func answers(_ bytes: [UInt8], _ texts: [String]) throws -> [Pair] {
    let original = try #require(GazetteerReader.read(bytes).0)
    let answer = try GazetteerImporter.gazetteer(
      of: [("overpass.json", Self.elements(of: original))], name: original.name, bounds: nil,
      into: nil)
    var imported = try #require(GazetteerReader.read(Array(answer.gazetteer.utf8)).0)
    imported.rules = original.rules
    imported.title = original.title
    imported.bounds = original.bounds
    let sources = try JSONValue(parsing: Array(answer.gazetteer.utf8))["features"]?.array ?? []
    var ids: [String: String] = [:]
    for feature in sources {
      guard let id = feature["id"]?.string, let source = feature["properties"]?["source"]?.string,
        let number = source.split(separator: "/").last.flatMap({ Int($0) })
      else { continue }
      ids[id] = original.places[number].id
    }
    let (hand, machine) = (GazetteerMatcher(original), GazetteerMatcher(imported))
    return texts.map { text in
      let query = VenueQuery(campus: "c", text: text)
      return Pair(
        original: hand.place(query).place,
        imported: machine.place(query).place.map { ids[$0] ?? $0 })
    }
  }

  /// Each place as a node whose id is its number, and its rooms as nodes that name it.
  private static func elements(of gazetteer: Gazetteer) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("elements")
    json.beginArray()
    for (number, place) in gazetteer.places.enumerated() {
      var tags = ["name": place.name, "alt_name": place.aliases.joined(separator: ";")]
      tags["ref"] = place.codes.joined(separator: ";")
      tags["addr:street"] = place.address
      switch place.kind {
      case "campus": tags["amenity"] = "university"
      case "area", "site": tags["leisure"] = "park"
      default: tags["building"] = "university"
      }
      write(number, place.coordinate, tags, to: &json)
      for (index, room) in place.rooms.enumerated() {
        var tags = ["indoor": "room", "ref": room.code, "addr:building": place.name]
        tags["name"] = room.name
        tags["level"] = room.floor.map(String.init)
        write(1_000_000 + number * 10_000 + index, room.coordinate, tags, to: &json)
      }
      for (index, tenant) in place.tenants.enumerated() {
        var tags = ["office": "yes", "name": tenant.name, "addr:building": place.name]
        tags["alt_name"] = tenant.alias
        write(9_000_000 + number * 1_000 + index, place.coordinate, tags, to: &json)
      }
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private static func write(
    _ id: Int, _ point: Coordinate?, _ tags: [String: String], to json: inout JSONWriter
  ) {
    var members: [String: JSONValue] = [
      "type": .string("node"), "id": .integer(Int64(id)),
      "tags": .object(tags.filter { !$0.value.isEmpty }.mapValues(JSONValue.string)),
    ]
    members["lat"] = point.map { .number($0.latitude) }
    members["lon"] = point.map { .number($0.longitude) }
    json.value(.object(members))
  }
}
