import AlmanacModel
import AlmanacTime
import GRDB

/// The rows of occurrences with their weather: packed in the order of the events, written in that of
/// their starts.
struct OccurrenceRows {
  /// Behind the id and the event's number.
  private static let columns = [
    "latitude", "longitude", "event", "ordinal", "recurrence_id", "start", "end", "start_text",
    "end_text", "all_day", "status", "title", "venue", "campus", "place", "room", "price_from",
  ]

  /// Packs the row but for the first two columns, the hours of what lasts, and the weather's rows.
  static func pack(
    _ entry: PublishedOccurrence, of published: PublishedEvent, _ texts: SharedTexts,
    to row: inout RowPacker
  ) {
    let (start, end) = texts.dates[entry.ordinal]
    let event = published.event
    row.add(entry.location.coordinate?.latitude)
    row.add(entry.location.coordinate?.longitude)
    row.add(event.id)
    row.add(entry.ordinal)
    row.add(entry.recurrenceID.map { $0 == entry.start ? start : $0.publicText })
    row.add(entry.startsAt.secondsSinceEpoch)
    row.add(entry.endsAt?.secondsSinceEpoch)
    row.add(start)
    row.add(end)
    row.add(entry.start.isDay)
    row.add(entry.status.rawValue)
    row.add(entry.title)
    row.add(entry.location.venue)
    row.add(event.campus)
    row.add(entry.location.place?.id)
    row.add(entry.location.room)
    row.add(published.priceFrom)
    if entry.seconds > EditionOrder.shortSeconds {
      row.add(true)
      row.add(hour(entry.startsAt.secondsSinceEpoch))
      row.add(hour(entry.lastInstant.secondsSinceEpoch))
    } else {
      row.add(false)
    }
    if let weather = entry.weather { pack(weather, to: &row) }
    row.endPiece()
  }

  /// Whole hours since 1970 that fit into 32 bits.
  private static func hour(_ seconds: Int64) -> Int {
    Int(Int32(clamping: seconds >= 0 ? seconds / 3_600 : (seconds - 3_599) / 3_600))
  }

  private static func pack(_ entry: OccurrenceWeather, to row: inout RowPacker) {
    row.add(entry.source)
    row.add(entry.provider.rawValue)
    row.add(entry.condition.rawValue)
    row.add(entry.text)
    row.add(entry.temperatureMin)
    row.add(entry.temperatureMax)
    row.add(entry.precipitation)
    row.add(entry.precipitationProbability)
    row.add(entry.windSpeed)
    row.add(entry.issuedAt?.secondsSinceEpoch)
    row.add(entry.distance)
    row.add(entry.attribution)
    row.add(entry.sunrise?.secondsSinceEpoch)
    row.add(entry.sunset?.secondsSinceEpoch)
    row.add(entry.isDay)
    let supplements = entry.supplements ?? []
    row.add(supplements.count)
    for other in supplements {
      row.add(other.field.rawValue)
      row.add(other.source)
      row.add(other.provider.rawValue)
    }
    for told in entry.advisories ?? [] {
      row.add(told.id)
      row.add(told.text)
    }
  }

  private let occurrence: RowInsertion
  private let span: RowInsertion
  private let weather: RowInsertion
  private let supplement: RowInsertion
  private let advisory: RowInsertion

  private init(_ database: Database) throws {
    occurrence = try RowInsertion(
      into: "occurrence", ["id", "event_number"] + Self.columns, in: database)
    span = try RowInsertion(into: "occurrence_span", columns: 3, in: database)
    weather = try RowInsertion(into: "occurrence_weather", columns: 16, in: database)
    supplement = try RowInsertion(into: "occurrence_weather_supplement", columns: 4, in: database)
    advisory = try RowInsertion(into: "occurrence_advisory", columns: 3, in: database)
  }

  /// Writes the rows that were packed, and where they are on the map.
  static func write(
    _ rows: SpooledPieces, in order: EditionOrder, to database: Database
  ) throws {
    let insertions = try OccurrenceRows(database)
    var points: [PackedTree.Point] = []
    var id: Int64 = 0
    try rows.each(order.positions) { _, row in
      id += 1
      let event = order.event(ofOccurrence: Int(id))
      var point = row
      if let latitude = point.number(), let longitude = point.number() {
        points.append(
          PackedTree.Point(id: Int32(id), latitude: latitude, longitude: longitude))
      }
      try insertions.write(&row, id: id, event: Int64(order.number(ofEvent: event)))
    }
    try PackedTree.write(points, to: "occurrence_rtree", in: database)
  }

  private func write(_ row: inout RowUnpacker, id: Int64, event: Int64) throws {
    try occurrence.insert(id, event, then: &row, count: Self.columns.count)
    if row.integer() == 1 { try span.insert(id, then: &row, count: 2) }
    guard !row.isAtEnd else { return }
    try weather.insert(id, then: &row, count: 15)
    for _ in 0..<(row.integer() ?? 0) { try supplement.insert(id, then: &row, count: 3) }
    while !row.isAtEnd { try advisory.insert(id, then: &row, count: 2) }
  }
}
