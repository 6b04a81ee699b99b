import AlmanacModel
import AlmanacTime
import GRDB

/// The rows of occurrences with their weather: packed in the order of the events, written in that of
/// their starts.
struct OccurrenceRows {
  /// What of an occurrence is in other tables, before its weather.
  private struct Rest: OptionSet {
    var rawValue: Int

    static let span = Rest(rawValue: 1)
    static let description = Rest(rawValue: 2)
  }

  /// Behind the id and the event's number.
  private static let columns = [
    "latitude", "longitude", "event", "ordinal", "recurrence_id", "start", "end", "start_text",
    "end_text", "all_day", "status", "title", "venue", "campus", "place", "room", "price_from",
  ]

  /// Packs the row but for the first two columns, the hours of what lasts, a description of its own,
  /// and the weather's rows.
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
    let lasts = entry.seconds > EditionOrder.shortSeconds
    row.add((lasts ? Rest.span : []).union(entry.text == nil ? [] : .description).rawValue)
    if lasts {
      row.add(hour(entry.startsAt.secondsSinceEpoch))
      row.add(hour(entry.lastInstant.secondsSinceEpoch))
    }
    if let text = entry.text { row.add(text) }
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

  /// Writes the rows that were packed, and their indexes.
  ///
  /// - Parameters:
  ///   - ids: Of the events, in their order.
  ///   - rest: Takes what is in other tables, for `write(rest:to:)`.
  /// - Returns: Where they are on the map.
  static func write(
    _ rows: SpooledPiles, in order: EditionOrder, ids: TextList, to tables: PackedTables,
    rest: PieceSpool
  ) throws -> [PackedTree.Point] {
    var table = try tables.table("occurrence")
    let layout = try tables.positions(of: "occurrence", in: ["id", "event_number"] + columns)
    let indexes = OccurrenceIndexes()
    var points: [PackedTree.Point] = []
    var record = RecordWriter()
    var values: [PackedValue] = []
    var id: Int64 = 0
    try rows.each(order.positions) { _, row in
      id += 1
      let event = order.number(ofEvent: order.event(ofOccurrence: Int(id)))
      values.removeAll(keepingCapacity: true)
      values.append(.empty)
      values.append(.whole(Int64(event)))
      for _ in columns { values.append(row.next()) }
      if case .number(let latitude) = values[2], case .number(let longitude) = values[3] {
        points.append(PackedTree.Point(id: Int32(id), latitude: latitude, longitude: longitude))
      }
      for column in layout { record.add(values[column]) }
      record.end()
      try table.add(id, record)
      indexes.add(values)
      try keep(&row, of: id, in: rest)
    }
    try table.finish()
    try indexes.write(in: order, ids: ids, to: tables)
    return points
  }

  /// Puts by what of an occurrence is in other tables.
  private static func keep(
    _ row: inout RowUnpacker, of id: Int64, in spool: PieceSpool
  ) throws {
    let rest = Rest(rawValue: Int(row.integer() ?? 0))
    guard !rest.isEmpty || !row.isAtEnd else { return }
    var kept = RowPacker()
    kept.add(id)
    kept.add(rest.rawValue)
    kept.add(restOf: row)
    kept.endPiece()
    try spool.append(kept.pieces)
  }

  private let span: RowInsertion
  private let description: RowInsertion
  private let weather: RowInsertion
  private let supplement: RowInsertion
  private let advisory: RowInsertion

  private init(_ database: Database) throws {
    span = try RowInsertion(into: "occurrence_span", columns: 3, in: database)
    description = try RowInsertion(into: "occurrence_description", columns: 2, in: database)
    weather = try RowInsertion(into: "occurrence_weather", columns: 16, in: database)
    supplement = try RowInsertion(into: "occurrence_weather_supplement", columns: 4, in: database)
    advisory = try RowInsertion(into: "occurrence_advisory", columns: 3, in: database)
  }

  /// Writes what is in other tables.
  static func write(rest: SpooledPieces, to database: Database) throws {
    let insertions = try OccurrenceRows(database)
    try rest.each { row in
      guard let id = row.integer() else { return }
      try insertions.write(&row, id: id)
    }
  }

  private func write(_ row: inout RowUnpacker, id: Int64) throws {
    let rest = Rest(rawValue: Int(row.integer() ?? 0))
    if rest.contains(.span) { try span.insert(id, then: &row, count: 2) }
    if rest.contains(.description) { try description.insert(id, then: &row, count: 1) }
    guard !row.isAtEnd else { return }
    try weather.insert(id, then: &row, count: 15)
    for _ in 0..<(row.integer() ?? 0) { try supplement.insert(id, then: &row, count: 3) }
    while !row.isAtEnd { try advisory.insert(id, then: &row, count: 2) }
  }
}

/// The indexes of occurrences.
private struct OccurrenceIndexes {
  private let start = KeyColumn()
  private let end = KeyColumn()
  private let campus = KeyColumn()
  private let place = KeyColumn()
  private let price = KeyColumn()

  /// Takes the next row, in the order of the ids: the id, the event's number, and what was packed.
  func add(_ values: [PackedValue]) {
    start.add(values[7])
    end.add(values[8])
    campus.add(values[15])
    place.add(values[16])
    price.add(values[18])
  }

  func write(in order: EditionOrder, ids: TextList, to tables: PackedTables) throws {
    func id(_ row: Int32) -> Int64 { Int64(row) + 1 }
    let all = Array(0..<Int32(order.count))
    try tables.fill("occurrence_by_start", [start, end], end.sorted(all), number: id)
    // They are numbered in the order of their starts.
    let placed = place.sorted(all.filter { !place.isEmpty($0) })
    try tables.fill("occurrence_by_place", [campus, place, start], placed, number: id)
    try tables.fill(
      "occurrence_by_price", [price], all.filter { !price.isEmpty($0) }, number: id)
    try writeEvents(in: order, ids: ids, to: tables)
  }

  /// The indexes by event.
  private func writeEvents(
    in order: EditionOrder, ids: TextList, to tables: PackedTables
  ) throws {
    // Those of one event lie side by side, in the order of their ids.
    var occurrences = [Int32](repeating: 0, count: order.count)
    for (row, position) in order.positions.enumerated() {
      occurrences[Int(position)] = Int32(row) + 1
    }
    var ends = [Int32](repeating: 0, count: ids.count)
    var record = RecordWriter()
    var byEvent = try tables.index("occurrence_by_event")
    var (last, ordinal) = (-1, 0)
    for (position, id) in occurrences.enumerated() {
      let event = order.event(ofOccurrence: Int(id))
      ordinal = event == last ? ordinal + 1 : 0
      last = event
      ends[event] = Int32(position + 1)
      ids.lend(event) { record.add($0) }
      record.add(Int64(ordinal))
      record.add(Int64(id))
      record.end()
      try byEvent.add(record)
    }
    try byEvent.finish()
    var byNumber = try tables.index("occurrence_by_event_number")
    for event in order.sequence {
      var position = Int(ends[Int(event)])
      while position > 0, order.event(ofOccurrence: Int(occurrences[position - 1])) == event {
        position -= 1
      }
      for id in occurrences[position..<max(position, Int(ends[Int(event)]))] {
        record.add(Int64(order.number(ofEvent: Int(event))))
        record.add(Int64(id))
        record.end()
        try byNumber.add(record)
      }
    }
    try byNumber.finish()
  }
}
