import AlmanacModel

/// The coordinates of an item: GeoRSS (Simple and GML) and W3C basic geo, all latitude first.
enum PlaceModule {
  static func read(_ item: FeedItem, _ fields: inout FieldSanitizer) -> Coordinate? {
    guard let text = text(in: item) else { return nil }
    return point(text, &fields)
  }

  /// The coordinate of two numbers, which may have decimal commas; an invalid one is reported.
  static func point(
    _ latitude: String, _ longitude: String, _ fields: inout FieldSanitizer
  ) -> Coordinate? {
    point("\(latitude) \(longitude)".replacing(",", with: "."), &fields)
  }

  /// The coordinate of a text `latitude longitude`; an invalid one is reported.
  static func point(_ text: String, _ fields: inout FieldSanitizer) -> Coordinate? {
    CoordinateText(text).noted(as: "'\(FieldText.clean(text).text.prefix(60))'") {
      fields.note($0, $1)
    }
  }

  private static func text(in item: FeedItem) -> String? {
    if let point = item.text(.point, .geoRSS) { return point }
    let holders = item.within(.where, .geoRSS) + item.within(.where, .google)
    for holder in holders {
      if let point = holder.within(.point, .gml).first ?? holder.within(.point, .rss).first,
        let position = point.text((.pos, .gml), (.coordinates, .gml))
      {
        return position
      }
    }
    for place in [item] + item.within(.point, .geo) + item.within(.location, .geo) {
      if let latitude = place.text(.lat, .geo),
        let longitude = place.text((.long, .geo), (.lon, .geo), (.lng, .geo))
      {
        return "\(latitude) \(longitude)".replacing(",", with: ".")
      }
    }
    return nil
  }
}
