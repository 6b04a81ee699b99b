import AlmanacModel

/// `geojson/stops.geojson` and `geojson/routes.geojson`: stops and routes of public transit.
struct TransitFeatures {
  static let stopsPath = "geojson/stops.geojson"
  static let routesPath = "geojson/routes.geojson"

  private let contents: EditionContents
  private let builder: EditionBuilder

  init(_ contents: EditionContents, _ builder: EditionBuilder) {
    self.contents = contents
    self.builder = builder
  }

  func write(_ attributions: [Attribution]) throws {
    let travels = contents.travel.sorted { $0.key < $1.key }
    guard travels.contains(where: { !$0.value.stops.isEmpty || !$0.value.routes.isEmpty }) else {
      return
    }
    let stops = try FeatureCollection(Self.stopsPath, builder: builder)
    let routes = try FeatureCollection(Self.routesPath, builder: builder)
    for (campus, travel) in travels {
      for stop in travel.stops { try write(stop, campus, to: stops) }
      for route in travel.routes where !route.lines.isEmpty || route.areas != nil {
        try write(route, campus, to: routes)
      }
    }
    try stops.finish(attribution: attributions.lines)
    try routes.finish(attribution: attributions.lines)
  }

  private func write(
    _ stop: CampusTravel.Stop, _ campus: String, to collection: FeatureCollection
  ) throws {
    var json = FeatureCollection.writer()
    FeatureCollection.write(id: stop.id, at: stop.coordinate, to: &json) { json in
      json.member("id", stop.id)
      json.member("campus", campus)
      json.member("name", stop.name)
      json.member("code", stop.code)
      json.member("routes", stop.routes)
    }
    try collection.add(json.bytes[...])
  }

  /// A MultiLineString (RFC 7946 section 3.1.5), a line for each direction; a route on request without
  /// lines is a MultiPolygon (section 3.1.7) of its areas.
  private func write(
    _ route: CampusTravel.Route, _ campus: String, to collection: FeatureCollection
  ) throws {
    var json = FeatureCollection.writer()
    json.newline()
    json.beginObject()
    json.member("type", "Feature")
    json.member("id", route.id)
    let areas = route.lines.isEmpty ? route.areas ?? [] : []
    json.object("geometry") { json in
      json.member("type", areas.isEmpty ? "MultiLineString" : "MultiPolygon")
      json.array("coordinates") { json in
        for line in route.lines { Self.write(line, to: &json) }
        for area in areas {
          json.beginArray()
          Self.write(area, to: &json)
          json.endArray()
        }
      }
    }
    json.object("properties") { json in
      json.member("id", route.id)
      json.member("campus", campus)
      json.member("label", route.label)
      json.member("name", route.name)
      json.member("color", route.color.map { "#\($0)" })
      json.member("headway", route.headway.map(TravelText.every))
      json.member("booking", route.booking)
      json.member("fare", route.fare?.amount)
      json.member("currency", route.fare?.currency)
    }
    json.endObject()
    try collection.add(json.bytes[...])
  }

  private static func write(_ line: [Coordinate], to json: inout JSONWriter) {
    json.beginArray()
    for point in line.map(DegreeTexts.init) {
      json.beginArray()
      json.raw(point.longitude)
      json.raw(point.latitude)
      json.endArray()
    }
    json.endArray()
  }
}
