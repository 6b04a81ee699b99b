import AlmanacModel
import AlmanacTime

/// `geojson/days/<date>.geojson`: what happens on a day of the campus's zone, also what began
/// before it and goes on.
struct DayFeatures {
  private let window: Window
  /// The days of each occurrence, in the order of the events; none where it is outside the window.
  private var days: [(first: Int32, last: Int32)] = []
  /// The number of the set of those that state each occurrence.
  private var sources: [Int32] = []

  init(window: Window) { self.window = window }

  /// The feature of one occurrence, the same on each of its days.
  static func write(
    _ occurrence: PublishedOccurrence, of event: PublishedEvent, _ texts: SharedTexts,
    to json: inout JSONWriter
  ) {
    let point = texts.degrees(of: occurrence.location)
    FeatureCollection.write(id: nil, at: point, to: &json) { json in
      json.member("event", event.id)
      json.member("title", occurrence.title ?? event.event.title)
      json.members(of: occurrence, texts.dates[occurrence.ordinal])
      json.member("status", occurrence.status.rawValue)
      texts.writeMembers(of: event, at: occurrence.location, to: &json)
      json.member("weather", occurrence.weather)
    }
  }

  /// - Parameter sources: The number of the set of those that state the event.
  mutating func note(_ event: PublishedEvent, statedBy sources: Int) {
    for occurrence in event.occurrences {
      let first = event.zone.civil(at: max(occurrence.startsAt, window.from)).date
      let last = event.zone.civil(at: min(occurrence.lastInstant, window.to)).date
      days.append((Int32(first.dayNumber), Int32(last.dayNumber)))
      self.sources.append(Int32(sources))
    }
  }

  /// - Parameters:
  ///   - features: Of all occurrences, in the order of the events.
  ///   - sequence: Their positions in the order of their starts.
  ///   - owed: Each day thanks those who state something of it, and the gazetteers of these campuses.
  func finish(
    _ features: SpooledPiles, in sequence: some Sequence<Int>, _ owed: Thanks,
    campuses: [String], _ builder: EditionBuilder
  ) throws {
    var positions: [Int32: [Int32]] = [:]
    for position in sequence {
      let (first, last) = days[position]
      guard first <= last else { continue }
      for day in first...last { positions[day, default: []].append(Int32(position)) }
    }
    var reader = features.reader()
    var held = HeldFeatures()
    for (day, positions) in positions.sorted(by: { $0.key < $1.key }) {
      let date = CivilDate(dayNumber: Int(day)).description
      let collection = try FeatureCollection(
        "geojson/days/\(date).geojson", builder: builder, members: [("date", date)])
      for position in positions {
        let last = days[Int(position)].last
        if let feature = held.take(position, isLast: last == day) {
          try collection.add(feature)
          continue
        }
        try reader.lend(Int(position)) { feature in
          try collection.add(feature)
          if day < last { held.put(feature, position) }
        }
      }
      try collection.finish(
        attribution: owed.lines(
          to: Set(positions.lazy.map { Int(sources[Int($0)]) }), campuses: campuses))
    }
    features.discard()
  }
}

/// Features of what goes on the next day.
private struct HeldFeatures {
  /// Those that are not held are read again.
  private static let most = 16_384

  private var features: [Int32: [UInt8]] = [:]

  mutating func put(_ feature: UnsafeRawBufferPointer, _ position: Int32) {
    if features.count < Self.most { features[position] = Array(feature) }
  }

  /// - Parameter isLast: Whether it will not be asked for again.
  mutating func take(_ position: Int32, isLast: Bool) -> [UInt8]? {
    isLast ? features.removeValue(forKey: position) : features[position]
  }
}
