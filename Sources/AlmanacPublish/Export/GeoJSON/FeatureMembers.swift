import AlmanacModel
import AlmanacTime

extension JSONWriter {
  /// Writes a time with its offset, or a date.
  mutating func member(_ name: String, _ time: CalendarTime?) {
    member(name, time?.publicText)
  }

  /// Writes a location as text.
  mutating func members(of location: PublishedLocation) {
    member("venue", location.venue)
    member("place", location.place?.id)
    member("placeName", location.place?.name)
    member("room", location.room)
  }

  /// Writes start, end and whether the occurrence takes whole days.
  mutating func members(of occurrence: PublishedOccurrence) {
    member("start", occurrence.start)
    member("end", occurrence.end)
    member("allDay", occurrence.start.isDay)
  }

  /// Writes the dates of an event with several, each with its deviations from the event.
  ///
  /// - Parameter includesPlaces: Whether dates at another location include it.
  mutating func member(
    _ name: String, ofSeveral dates: [PublishedOccurrence], of event: PublishedEvent,
    includesPlaces: Bool
  ) {
    guard dates.count > 1 else { return }
    objects(name, dates) { date, json in
      json.member("start", date.start)
      json.member("end", date.end)
      if date.status != event.status { json.member("status", date.status.rawValue) }
      json.member("title", date.title)
      if includesPlaces, date.location != event.location {
        json.members(of: date.location)
        json.member("latitude", date.location.coordinate?.latitude)
        json.member("longitude", date.location.coordinate?.longitude)
      }
    }
  }

  /// Writes the weather during an occurrence, in degrees Celsius, millimeters and meters per
  /// second.
  mutating func member(_ name: String, _ weather: OccurrenceWeather?) {
    guard let weather else { return }
    object(name) { json in
      json.member("text", weather.text)
      json.member("condition", weather.condition.rawValue)
      json.member("icon", weather.condition.icon(isDay: weather.isDay))
      json.member("temperatureMin", weather.temperatureMin)
      json.member("temperatureMax", weather.temperatureMax)
      json.member("precipitation", weather.precipitation)
      json.member("precipitationProbability", weather.precipitationProbability)
      json.member("windSpeed", weather.windSpeed)
      json.member("advisories", (weather.advisories ?? []).map(\.id))
      json.member("issuedAt", weather.issuedAt?.rfc3339)
      json.member("sunrise", weather.sunrise?.rfc3339)
      json.member("sunset", weather.sunset?.rfc3339)
      json.member("isDay", weather.isDay)
      json.member("attribution", weather.attribution)
    }
  }

  /// Writes the values of an event that don't depend on the date.
  mutating func members(of event: PublishedEvent) {
    member("category", event.categories.first?.id)
    member("categories", event.categories.dropFirst().map(\.id))
    member("tags", event.event.tags)
    member("url", event.event.url)
    member("kind", event.event.kind.rawValue)
    member("organizer", event.event.organizer)
    member("price", event.event.price)
    member("free", event.isFree)
    member("campus", event.event.campus)
  }
}
