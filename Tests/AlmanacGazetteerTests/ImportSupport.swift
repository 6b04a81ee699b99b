import AlmanacModel
import Testing

@testable import AlmanacGazetteer

/// Imports the text of a file.
enum Importing {
  static func json(_ texts: String..., bounds: BoundingBox? = nil) throws -> ImportedGazetteer {
    var imported = GazetteerImport(bounds: bounds)
    for (number, text) in texts.enumerated() {
      let value = try JSONValue(parsing: Array(text.utf8))
      let isRead = imported.add(.json(value), named: "file\(number).json")
      #expect(isRead)
    }
    return imported.result()
  }

  /// OpenStreetMap elements, each at its own point unless given.
  static func tagged(_ elements: String...) throws -> ImportedGazetteer {
    try json(#"{"elements": [\#(elements.joined(separator: ","))]}"#)
  }

  static func node(_ id: Int, _ latitude: Double, _ longitude: Double, _ tags: String) -> String {
    #"{"type": "node", "id": \#(id), "lat": \#(latitude), "lon": \#(longitude), "tags": {\#(tags)}}"#
  }

  /// A square way of about 40 m around a point.
  static func square(
    _ id: Int, _ latitude: Double, _ longitude: Double, half: Double = 0.0002, _ tags: String
  ) -> String {
    let corners = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1), (-1, -1)].map { y, x in
      #"{"lat": \#(latitude + y * half), "lon": \#(longitude + x * half)}"#
    }
    return #"""
      {"type": "way", "id": \#(id), "geometry": [\#(corners.joined(separator: ","))], "tags": {\#(tags)}}
      """#
  }

  static func rows(_ files: [(name: String, rows: [[String]])]) -> ImportedGazetteer {
    var imported = GazetteerImport(bounds: nil)
    for file in files {
      let isRead = imported.add(.rows(file.rows), named: file.name)
      #expect(isRead)
    }
    return imported.result()
  }
}

extension ImportedGazetteer {
  var names: [String] { places.map(\.place.name).sorted() }

  func place(_ name: String) throws -> Place {
    try #require(places.first { $0.place.name == name }?.place, "\(names)")
  }
}
