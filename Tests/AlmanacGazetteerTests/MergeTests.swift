import AlmanacModel
import Testing

@testable import AlmanacGazetteer

@Suite("Merging imported places into an existing gazetteer") struct MergeTests {
  private static let written = #"""
    {"type": "FeatureCollection", "name": "coast", "rules": {"stopWords": ["coast"]}, "features": [
      {"type": "Feature", "id": "mill", "geometry": {"type": "Point", "coordinates": [8.001, 47]},
       "properties": {"name": "Old Mill", "aliases": ["The Mill"], "codes": ["OM"], "note": "by hand"}},
      {"type": "Feature", "id": "forge", "geometry": null, "properties": {"name": "Forge"}}]}
    """#

  private func merge(_ imported: ImportedGazetteer...) throws -> GazetteerMerge {
    var merge = GazetteerMerge(try JSONValue(parsing: Array(Self.written.utf8)))
    for gazetteer in imported { merge.add(gazetteer) }
    return merge
  }

  private func properties(_ id: String, in merge: GazetteerMerge) throws -> JSONValue {
    let features = try #require(merge.collection["features"]?.array)
    return try #require(features.first { $0["id"]?.string == id }?["properties"])
  }

  @Test("Existing values remain, missing ones are filled in, and new places are added")
  func fills() throws {
    let merged = try merge(
      Importing.tagged(
        Importing.square(
          1, 47, 8.0012,
          #""building": "yes", "name": "Old Mill", "alt_name": "Moulin", "addr:street": "Kade""#),
        Importing.square(2, 47.01, 8, #""building": "yes", "name": "Forge""#),
        Importing.square(3, 47.02, 8, #""building": "yes", "name": "Barn""#)))
    #expect(merged.added == ["barn"])
    #expect(merged.completed.sorted() == ["forge", "mill"])
    let mill = try properties("mill", in: merged)
    #expect(mill["aliases"]?.array == [.string("The Mill"), .string("Moulin")])
    #expect(mill["address"]?.string == "Kade")
    #expect(mill["note"]?.string == "by hand")
    let text = GazetteerText.text(of: merged.collection)
    #expect(text.contains(#""coordinates":[8.001,47"#), "\(text)")
    #expect(text.contains(#""stopWords":["coast"]"#))
  }

  @Test("A later import doesn't restore an alias that was deleted by hand")
  func repeats() throws {
    let element = Importing.square(
      1, 47, 8.0012, #""building": "yes", "name": "Old Mill", "alt_name": "Moulin""#)
    let once = try merge(Importing.tagged(element))
    let text = GazetteerText.text(of: once.collection)
    var edited = GazetteerMerge(
      try JSONValue(parsing: Array(text.replacing(#","Moulin""#, with: "").utf8)))
    edited.add(try Importing.tagged(element))
    #expect(edited.added.isEmpty && edited.completed.isEmpty)
    #expect(try properties("mill", in: edited)["aliases"]?.array == [.string("The Mill")])
  }

  @Test("A place with the same name but another code, or far away, is another place")
  func differs() throws {
    let merged = try merge(
      Importing.tagged(
        Importing.square(1, 47, 8.001, #""building": "yes", "name": "Old Mill", "ref": "XX""#),
        Importing.square(2, 47.5, 8.001, #""building": "yes", "name": "Old Mill", "ref": "OM""#)))
    #expect(merged.added.count == 2 && merged.completed.isEmpty)
  }

  @Test("A suggestion adds a venue as an alias of its place, or as a new place")
  func suggestion() throws {
    let mill = Place(id: "mill", name: "Old Mill")
    let lines = [
      GazetteerText.suggestion(of: "Mill by the Sea", for: mill),
      GazetteerText.suggestion(of: "Net Loft", for: nil),
    ]
    var merge = try merge()
    merge.add(try lines.map { try JSONValue(parsing: Array($0.utf8)) })
    #expect(merge.added == ["net-loft"])
    #expect(
      try properties("mill", in: merge)["aliases"]?.array
        == [.string("The Mill"), .string("Mill by the Sea")])
  }

  @Test("The towns of addresses and of the map are added to the rules")
  func towns() throws {
    let merged = try merge(
      Importing.tagged(
        Importing.square(1, 47, 8, #""building": "yes", "name": "Barn", "addr:city": "Haven""#),
        Importing.node(2, 47, 8, #""place": "village", "name": "Upper Haven""#)))
    #expect(
      merged.collection["rules"]?["towns"]?.array == [.string("Haven"), .string("Upper Haven")])
    #expect(merged.collection["rules"]?["stopWords"]?.array == [.string("coast")])
    #expect(merged.added == ["barn"])
  }

  @Test("Parents are referenced by their ids in the gazetteer")
  func parents() throws {
    let merged = try merge(
      Importing.tagged(
        Importing.square(1, 47, 8.001, half: 0.001, #""building": "yes", "name": "Old Mill""#),
        Importing.node(2, 47, 8.001, #""amenity": "library", "name": "Loft Library""#)))
    #expect(try properties("loft-library", in: merged)["within"]?.string == "mill")
  }
}
