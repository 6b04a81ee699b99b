import AlmanacModel
import AlmanacTime
import GRDB

/// Writes the rows that events refer to: campuses, categories, sources, places, forecasts.
struct ReferenceRows {
  let index: EditionIndex
  let database: Database

  private var contents: EditionContents { index.contents }

  func write() throws {
    try writeSettings()
    try writeCampuses()
    try writeDays()
    try writeCategories()
    try writeSources()
    try writePlaces()
    try writeForecasts()
    try writeCities()
  }

  /// Writes the settings that readers need to show events as this edition does. Excludes the run
  /// time, so that an unchanged edition has an unchanged database.
  private func writeSettings() throws {
    let insert = try RowInserter("edition", in: database)
    for (name, value) in contents.settings { try insert.insert([name, value]) }
  }

  private func writeCampuses() throws {
    let insert = try RowInserter("campus", in: database)
    for (position, campus) in contents.campuses.enumerated() {
      let gazetteer = contents.gazetteers[campus.id]
      try insert.insert([
        campus.id, position, campus.name, campus.timezone,
        gazetteer.map { $0.title ?? $0.name }, gazetteer?.license, gazetteer?.attribution,
      ])
    }
  }

  /// Writes the days of the window, from midnight to midnight of each campus.
  private func writeDays() throws {
    let insert = try RowInserter("day", in: database)
    let window = contents.window
    for campus in contents.campuses.sorted(by: { $0.id < $1.id }) {
      let zone = index.zone(ofCampus: campus.id)
      let last = zone.civil(at: max(window.from, window.to - 1)).date
      var date = zone.civil(at: window.from).date
      while date <= last {
        let next = date.adding(days: 1)
        try insert.insert([
          campus.id, date.description, zone.startOfDay(date).secondsSinceEpoch,
          zone.startOfDay(next).secondsSinceEpoch,
        ])
        guard next > date else { break }
        date = next
      }
    }
  }

  private func writeCategories() throws {
    let insert = try RowInserter("category", in: database)
    for (position, category) in contents.taxonomy.categories.enumerated() {
      try insert.insert([category.id, category.name, position, Self.json(category.aliases)])
    }
  }

  private func writeSources() throws {
    let insert = try RowInserter("source", in: database)
    for source in contents.sources.sorted(by: { $0.id < $1.id }) {
      // Neither local paths nor addresses of personal data are published.
      var url: String?
      if case .url(let text) = source.location, !source.kind.isPersonal {
        url = Self.withoutUser(text)
      }
      try insert.insert([
        source.id, source.campus, source.name, source.kind.rawValue,
        source.publisherKind.rawValue, url, source.language, source.license,
        index.attributionText(ofSource: source.id),
      ])
    }
  }

  /// Adds sources that other tables refer to but the configuration no longer contains. Only their
  /// ids are known.
  static func writeUnknownSources(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO source (id, name) SELECT source, source FROM (
            SELECT source FROM listing UNION SELECT source FROM forecast
            UNION SELECT source FROM occurrence_weather
            UNION SELECT source FROM occurrence_weather_supplement)
          WHERE source NOT IN (SELECT id FROM source) ORDER BY source
        """)
  }

  /// An address without user and password (RFC 3986 section 3.2.1).
  private static func withoutUser(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    guard let at = address[start..<end].lastIndex(of: "@") else { return address }
    return String(address[..<start] + address[address.index(after: at)...])
  }

  private func writePlaces() throws {
    let insert = try RowInserter("place", in: database)
    let insertBox = try RowInserter("place_rtree", in: database)
    let insertRoom = try RowInserter("room", rule: "OR IGNORE", in: database)
    var number = 0
    for (campus, gazetteer) in contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      let known = Set(gazetteer.places.map(\.id))
      func id(_ place: String?) -> String? {
        guard let place, known.contains(place) else { return nil }
        return PlaceID.text(campus: campus, place: place)
      }
      for place in gazetteer.places {
        number += 1
        let point = place.coordinate
        let values: [(any ColumnValue)?] = [
          number, id(place.id), campus, place.name, place.kind, place.category,
          place.subcategory, place.address, id(place.within), id(place.replacedBy),
          Self.json(place.aliases), Self.json(place.codes), point?.latitude, point?.longitude,
          GeoPackage.blob(point),
        ]
        try insert.insert(values)
        for room in place.rooms {
          try insertRoom.insert([
            id(place.id), room.code, room.name, room.floor, room.coordinate?.latitude,
            room.coordinate?.longitude,
          ])
        }
        guard let point else { continue }
        try insertBox.insert([
          number, point.latitude, point.latitude, point.longitude, point.longitude,
        ])
      }
    }
  }

  private func writeCities() throws {
    let insert = try RowInserter("weather_city", in: database)
    for source in contents.sources.sorted(by: { $0.id < $1.id }) {
      var seen: Set<String> = []
      for city in source.weather?.cities ?? [] where seen.insert(city.name).inserted {
        // Without coordinates in the configuration, use those of the provider.
        let found = contents.forecasts.first { $0.source == source.id && $0.city == city.name }
        guard let point = city.coordinate ?? found?.point else { continue }
        try insert.insert([city.name, source.id, point.latitude, point.longitude])
      }
    }
  }

  private func writeForecasts() throws {
    let insert = try RowInserter("forecast", in: database)
    let forecasts = contents.forecasts.sorted { one, other in
      (one.source, one.at, one.point.latitude, one.point.longitude)
        < (other.source, other.at, other.point.latitude, other.point.longitude)
    }
    for (number, forecast) in forecasts.enumerated() {
      let values: [(any ColumnValue)?] = [
        number + 1, forecast.source, forecast.provider.rawValue, forecast.point.latitude,
        forecast.point.longitude, forecast.at.secondsSinceEpoch, forecast.resolution,
        forecast.issuedAt?.secondsSinceEpoch, forecast.condition.rawValue,
        forecast.temperature, forecast.apparentTemperature, forecast.dewPoint,
        forecast.relativeHumidity, forecast.pressure, forecast.windSpeed, forecast.windGust,
        forecast.windDirection, forecast.cloudCover,
        forecast.accumulatedFrom?.secondsSinceEpoch, forecast.accumulatedTo?.secondsSinceEpoch,
        forecast.precipitation, forecast.precipitationProbability, forecast.snowfall,
        forecast.visibility, forecast.uvIndex, forecast.isDay, forecast.rawCode,
        forecast.rawText, forecast.attribution, forecast.temperatureMin, forecast.temperatureMax,
        forecast.isCurrent ?? false,
      ]
      try insert.insert(values)
    }
  }

  static func json(_ values: [String]) -> String {
    var json = JSONWriter()
    json.beginArray()
    for value in values { json.string(value) }
    json.endArray()
    return json.text
  }

  /// The texts that `json` encoded; empty for NULL.
  static func list(_ json: String?) throws -> [String] {
    guard let json, json != "[]" else { return [] }
    return try JSONValue(parsing: Array(json.utf8)).array?.compactMap(\.string) ?? []
  }
}
