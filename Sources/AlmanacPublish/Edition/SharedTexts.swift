import AlmanacModel
import AlmanacTime

/// Texts of an event that several artifacts hold, made once.
struct SharedTexts {
  /// `start` and `end` of the occurrences in the public text form.
  let dates: [(start: String, end: String?)]
  private let location: PublishedLocation
  private let degrees: DegreeTexts?
  /// Members of a feature, JSON already: where the event is, in words, and what it is.
  private let members: String

  init(of event: PublishedEvent) {
    dates = event.occurrences.map { ($0.start.publicText, $0.end?.publicText) }
    location = event.location
    degrees = event.location.coordinate.map(DegreeTexts.init)
    var json = JSONWriter()
    json.members(of: event.location)
    json.members(of: event)
    members = json.text
  }

  /// Latitude and longitude of a place of the event.
  func degrees(of place: PublishedLocation) -> DegreeTexts? {
    place.coordinate == location.coordinate ? degrees : place.coordinate.map(DegreeTexts.init)
  }

  /// Writes where something of the event is, in words, and what the event is.
  func writeMembers(
    of event: PublishedEvent, at place: PublishedLocation, to json: inout JSONWriter
  ) {
    if place == location {
      json.raw(members)
    } else {
      json.members(of: place)
      json.members(of: event)
    }
  }
}

/// Degrees with at most six decimals: a hand's breadth.
struct DegreeTexts {
  let latitude: String
  let longitude: String

  init(_ point: Coordinate) {
    latitude = Self.text(point.latitude)
    longitude = Self.text(point.longitude)
  }

  private static func text(_ value: Double) -> String {
    var json = JSONWriter()
    json.number(value, decimals: 6)
    return json.text
  }
}
