public import AlmanacModel

extension GazetteerText {
  /// A suggested feature line: adds a venue text as an alias of a place, or as a new place without
  /// a point.
  ///
  /// - Parameter isAlias: Whether the place lacks the text. If not, it lacks its point.
  public static func suggestion(
    of venue: String, for place: Place?, isAlias: Bool = true
  ) -> String {
    let id = place?.id ?? PlaceIDs.slugged(venue)
    let aliases: [JSONValue] = place != nil && isAlias ? [.string(venue)] : []
    var properties: [String: JSONValue] = [
      "name": .string(place?.name ?? venue), "aliases": .array(aliases),
    ]
    if place == nil { properties["kind"] = .string("building") }
    return line(
      of: .object([
        "type": .string("Feature"), "id": .string(id), "geometry": .null,
        "properties": .object(properties),
      ]))
  }
}
