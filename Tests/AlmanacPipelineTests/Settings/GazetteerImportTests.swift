import AlmanacModel
import AlmanacRefine
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("Gazetteers of files") struct GazetteerImportTests {
  private func imported(_ files: (String, String)...) throws -> GazetteerImportAnswer {
    try GazetteerImporter.gazetteer(
      of: files.map { ($0.0, Array($0.1.utf8)) }, name: "coast", bounds: nil, into: nil)
  }

  @Test("Tables may be separated by tabs whatever they are called, and cells may hold line ends")
  func table() throws {
    let answer = try imported(
      (
        "houses.csv",
        "CODE\tNAME\tLAT\tLON\nMH\tMill Hall\t47.1\t8.2\nBH\tBoat House\t\"47.2\n\"\t8.3\n"
      ))
    #expect(answer.added == ["boat-house", "mill-hall"])
  }

  @Test("A sequence of features is read like a collection")
  func sequence() throws {
    let feature =
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [8, 47]}, "properties": "#
    let answer = try imported(
      (
        "export.geojsonseq",
        "\u{1e}\(feature){\"@id\": 1, \"@type\": \"node\", \"amenity\": \"theatre\", \"name\": \"Stage\"}}\n"
          + "\u{1e}\(feature){\"@id\": 2, \"@type\": \"node\", \"amenity\": \"library\", \"name\": \"Books\"}}\n"
      ))
    #expect(answer.added == ["books", "stage"])
    #expect(answer.gazetteer.contains("OpenStreetMap contributors"))
  }

  @Test("JSON that is broken is refused with its line, and nothing is imported")
  func broken() throws {
    let text = "{\"type\": \"FeatureCollection\",\n\"features\": [\n{\"a\": 1}\n{\"b\": 2}]}"
    let error = #expect(throws: GazetteerImportError.self) { try imported(("export.json", text)) }
    #expect(error?.description.contains("line 4") ?? false, "\(error?.description ?? "")")
    #expect(throws: GazetteerImportError.self) { try imported(("a.txt", "hello")) }
    #expect(throws: GazetteerImportError.self) { try imported(("a.json", "[1, 2]")) }
  }

  @Test("Importing a file twice changes no byte")
  func repeats() throws {
    let file = ("houses.csv", "code,name,lat,lon\nMH,Mill Hall,47.1,8.2\nBH,Boat House,47.2,8.3\n")
    let once = try imported(file)
    let again = try GazetteerImporter.gazetteer(
      of: [(file.0, Array(file.1.utf8))], name: "coast", bounds: nil,
      into: ("coast.geojson", Array(once.gazetteer.utf8)))
    #expect(again.added.isEmpty && again.completed.isEmpty)
    #expect(again.gazetteer == once.gazetteer)
  }

  @Test("A row that is inserted above others is a new place, and changes none of them")
  func insertion() throws {
    let rows = ["MH,Mill Hall,47.1,8.2,Kade 1", "BH,Boat House,47.2,8.3,"]
    let header = "code,name,lat,lon,address\n"
    let once = try imported(("houses.csv", header + rows.joined(separator: "\n") + "\n"))
    let longer = header + (["FG,Forge,47.3,8.4,Kade 9"] + rows).joined(separator: "\n") + "\n"
    let again = try GazetteerImporter.gazetteer(
      of: [("houses.csv", Array(longer.utf8))], name: "coast", bounds: nil,
      into: ("coast.geojson", Array(once.gazetteer.utf8)))
    #expect(again.added == ["forge"])
    #expect(again.completed.isEmpty)
  }

  // MARK: Lists of others

  private struct Expected: Decodable {
    struct Place: Decodable {
      var name: String
      var nameAny: [String]?
      var code: String?
      var point: [Double]?
      var toleranceM: Double?
      var note: String?
    }
    var inputs: [String]
    var places: [Place]
    var mustSources: [String]?
    var mustCodes: [String]?
    var neverSources: [String]?
    var counts: [String: Count]

    enum Count: Decodable {
      case number(Int)
      case other

      init(from decoder: any Decoder) throws {
        self = (try? .number(decoder.singleValueContainer().decode(Int.self))) ?? .other
      }
    }
  }

  private static let corpus = "corpora/gazetteer-sources"

  private static func campuses() -> [String] {
    let folder = SharedFiles.url(corpus)
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.hasSuffix(".json") }.sorted()
  }

  @Test(
    "The lists of campuses give exactly their places, at their points",
    .enabled(if: SharedFiles.exists(corpus), "needs the shared lists"), arguments: campuses())
  func lists(campus: String) throws {
    let folder = SharedFiles.url("\(Self.corpus)/\(campus)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let expected = try decoder.decode(
      Expected.self, from: Data(contentsOf: folder.appending(path: "expected.json")))
    let answer = try GazetteerImporter.gazetteer(
      of: expected.inputs.map { name in
        (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
      }, name: campus, bounds: nil, into: nil)
    if case .number(let least)? = expected.counts["placesMin"],
      case .number(let most)? = expected.counts["placesMax"]
    {
      #expect((least...most).contains(answer.places))
    }
    let features = try #require(JSONValue(parsing: Array(answer.gazetteer.utf8))["features"]?.array)
    let sources = Set(features.compactMap { $0["properties"]?["source"]?.string })
    #expect(Set(expected.mustSources ?? []).subtracting(sources) == [])
    #expect(sources.intersection(expected.neverSources ?? []) == [])
    let codes = Set(
      features.flatMap { $0["properties"]?["codes"]?.array ?? [] }.compactMap(\.string))
    #expect(Set(expected.mustCodes ?? []).subtracting(codes) == [])
    for place in expected.places where place.note?.contains("only with") != true {
      let names = Set((place.nameAny ?? [place.name]).map { $0.lowercased() })
      let found = features.filter { feature in
        let properties = feature["properties"] ?? .null
        let isNamed = names.contains(properties["name"]?.string?.lowercased() ?? "")
        let codes = properties["codes"]?.array ?? []
        return isNamed
          && (place.code == nil || codes.isEmpty || codes.contains(.string(place.code ?? "")))
      }
      #expect(!found.isEmpty, "\(campus): \(place.name)")
      guard let point = place.point, let tolerance = place.toleranceM,
        let wanted = Coordinate(latitude: point[1], longitude: point[0])
      else { continue }
      let nearest = found.compactMap { Self.point(of: $0)?.distance(to: wanted) }.min()
      #expect((nearest ?? .infinity) <= tolerance, "\(campus): \(place.name)")
    }
  }

  /// As the gazetteer's reader has it.
  private static func point(of feature: JSONValue) -> Coordinate? {
    let collection: JSONValue = .object([
      "type": .string("FeatureCollection"), "features": .array([feature]),
    ])
    var writer = JSONWriter()
    writer.value(collection)
    return GazetteerReader.read(writer.bytes).0?.places.first?.coordinate
  }
}
