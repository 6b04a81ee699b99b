import AlmanacModel

/// Reads tables, arrays of objects and objects of objects.
enum RowReader {
  /// - Parameter rows: The first row contains the column names.
  static func file(_ rows: [[String]], stem: String) -> SourceFile {
    let names = (rows.first ?? []).map(\.trimmed)
    let isStops = names.contains("stop_id") && names.contains("stop_lat")
    let features = rows.dropFirst().enumerated().map { number, row in
      var fields: [String: String] = [:]
      for (name, value) in zip(names, row) where !name.isEmpty {
        let text = value.trimmed
        if !text.isEmpty { fields[name] = text }
      }
      return SourceFeature(source: "\(stem):\(number + 1)", fields: fields)
    }
    return file(features, stem: stem, form: isStops ? .stops : .table)
  }

  /// Reads a JSON value; nil if it contains no list of objects.
  static func file(_ value: JSONValue, stem: String) -> SourceFile? {
    if let items = value.array, items.contains(where: { $0.object != nil }) {
      let features = items.enumerated().map { number, item in
        SourceFeature(source: "\(stem):\(number + 1)", fields: item.flattened())
      }
      return file(features, stem: stem)
    }
    guard let members = value.object, !members.isEmpty else { return nil }
    if members.values.allSatisfy({ $0.object != nil }) {
      let features = members.sorted { $0.key < $1.key }.map { code, item in
        SourceFeature(
          source: "\(stem):\(code)",
          fields: item.flattened().merging(["code": code]) { given, _ in given })
      }
      return file(features, stem: stem)
    }
    // {"buildings": [...], "version": 3}: take the longest list of objects.
    let lists = members.filter { $0.value.array?.first?.object != nil }
    let longest = lists.max {
      ($0.value.array?.count ?? 0, $1.key) < ($1.value.array?.count ?? 0, $0.key)
    }
    return longest.flatMap { file($0.value, stem: stem) }
  }

  /// A file of rows, whose points are in their coordinate columns.
  private static func file(
    _ rows: [SourceFeature], stem: String, form: SourceFile.Form = .table
  ) -> SourceFile {
    let columns = CoordinateColumns(rows)
    let features = rows.map { row in
      var row = row
      row.shape.point = columns.position(of: row)
      return row
    }
    return SourceFile(stem: stem, form: form, features: features, hasNamedCoordinates: true)
  }
}

/// Finds the coordinate columns of a table: one for each axis, or one with both.
struct CoordinateColumns {
  private var latitude: String?
  private var longitude: String?
  private var both: (name: String, isLatitudeFirst: Bool)?

  private static let latitudes: Set = [
    "lat", "latitude", "latitud", "latitudine", "breite", "breitengrad", "enlem", "y",
  ]
  private static let longitudes: Set = [
    "lon", "lng", "long", "longitude", "longitud", "longitudine", "lange", "langengrad", "boylam",
    "x",
  ]

  init(_ features: [SourceFeature]) {
    let names = Set(features.prefix(200).flatMap(\.fields.keys)).sorted()
    latitude = Self.column(of: Self.latitudes, among: names, features, limit: 90)
    longitude = Self.column(of: Self.longitudes, among: names, features, limit: 180)
    guard latitude == nil || longitude == nil else { return }
    for name in names where both == nil {
      let texts = features.lazy.compactMap { $0[name] }.prefix(20)
      guard !texts.isEmpty, texts.allSatisfy({ Self.pair($0) != nil }) else { continue }
      // GeoJSON and well-known text have the longitude first; free text usually has the latitude
      // first.
      let isLongitudeFirst =
        texts.allSatisfy { $0.contains("POINT") } || ColumnName(name).words.contains("coordinates")
      both = (name, !isLongitudeFirst)
    }
  }

  func position(of feature: SourceFeature) -> Geometry.Position? {
    if let latitude, let longitude {
      guard let y = feature[latitude].flatMap(Self.degrees),
        let x = feature[longitude].flatMap(Self.degrees)
      else { return nil }
      return Geometry.Position(x: x, y: y)
    }
    guard let both, let text = feature[both.name], let pair = Self.pair(text) else { return nil }
    return both.isLatitudeFirst
      ? Geometry.Position(x: pair.1, y: pair.0) : Geometry.Position(x: pair.0, y: pair.1)
  }

  /// The shortest matching column name whose values are degrees. Rejects projected coordinates,
  /// such as feet of a state plane.
  private static func column(
    of words: Set<String>, among names: [String], _ features: [SourceFeature], limit: Double
  ) -> String? {
    // Test the values too: a column "lat" may contain projected coordinates.
    let fitting = names.filter { name in
      guard ColumnName(name).words.contains(where: words.contains) else { return false }
      let values = features.prefix(200).compactMap { $0[name] }
      let degrees = values.compactMap(degrees).filter { abs($0) <= limit }
      return degrees.count * 2 > values.count
    }
    return fitting.min { ($0.count, $0) < ($1.count, $1) }
  }

  /// A number with a decimal point or comma.
  private static func degrees(_ text: String) -> Double? {
    Double(text) ?? Double(text.replacing(",", with: "."))
  }

  /// Two numbers in one text, also as "POINT (x y)" or "[x, y]".
  private static func pair(_ text: String) -> (Double, Double)? {
    let number =
      /\s*(?:POINT\s*Z?\s*\()?\[?\s*(-?[0-9]+\.[0-9]+)\s*[,; ]\s*(-?[0-9]+\.[0-9]+).{0,24}/
    guard let match = text.wholeMatch(of: number), let first = Double(match.1),
      let second = Double(match.2)
    else { return nil }
    return (first, second)
  }
}
