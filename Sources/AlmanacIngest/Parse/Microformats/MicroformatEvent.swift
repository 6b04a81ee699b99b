/// An event marked up with classes: h-event of microformats2, or vevent of hCalendar 1.0.
struct MicroformatEvent {
  enum Property: Sendable {
    case name, start, end, duration, location, url, description, summary, category, identifier
    case status, geo, organizer, image, latitude, longitude, rule
  }

  let root: XMLNode
  /// Whether it is a microformats2 event. In hCalendar the end date is exclusive, as in iCalendar.
  let isCurrent: Bool
  /// By property, in document order.
  private(set) var elements: [Property: [XMLNode]] = [:]

  /// The events of a page in document order; nested events are not included.
  static func events(in root: XMLNode) -> [MicroformatEvent] {
    root.outermost(where: isEvent).map { MicroformatEvent($0) }
  }

  /// Whether the text can contain events, by the class names `vevent` and `h-event`.
  static func mayBe(in text: String) -> Bool {
    text.contains(bytes: "vevent") || text.contains(bytes: "-event")
  }

  static func isEvent(_ node: XMLNode) -> Bool {
    node.classes.contains { $0 == "vevent" || $0 == "h-event" }
  }

  private init(_ root: XMLNode) {
    self.root = root
    isCurrent = root.classes.contains("h-event")
    collect(root, names: isCurrent ? Self.current : Self.classic)
    guard isCurrent, root.classes.contains("vevent") else { return }
    // Marked up twice, as by Campus Labs Engage: the older classes fill what the newer ones leave
    // open.
    var older = self
    older.elements = [:]
    older.collect(root, names: Self.classic)
    elements.merge(older.elements) { newer, _ in newer }
  }

  func first(_ property: Property) -> XMLNode? { elements[property]?.first }

  func all(_ property: Property) -> [XMLNode] { elements[property] ?? [] }

  /// Collects the properties. Those of nested cards and events are not the event's own; inside a
  /// location only its coordinate is.
  private mutating func collect(
    _ node: XMLNode, names: [Substring: Property], isInPlace: Bool = false
  ) {
    for child in node.children where child.name.local != "template" {
      let found = child.classes.compactMap { names[$0] }
      for property in found where !isInPlace || Self.ofPlace.contains(property) {
        elements[property, default: []].append(child)
      }
      let isPlace = isInPlace || found.contains(.location)
      let isOther = Self.isThing(child) && !isPlace
      if !isOther { collect(child, names: names, isInPlace: isPlace) }
    }
  }

  private static func isThing(_ node: XMLNode) -> Bool {
    node.classes.contains {
      $0.hasPrefix("h-") || $0 == "vcard" || $0 == "vevent" || $0 == "hentry"
    }
  }

  private static let ofPlace: Set<Property> = [.geo, .latitude, .longitude]

  /// http://microformats.org/wiki/h-event, and Engage's `p-description`.
  private static let current: [Substring: Property] = [
    "p-name": .name, "dt-start": .start, "dt-end": .end, "dt-duration": .duration,
    "p-location": .location, "u-url": .url, "e-content": .description,
    "e-description": .description, "p-description": .description, "p-summary": .summary,
    "p-category": .category, "u-uid": .identifier, "p-status": .status, "p-geo": .geo,
    "u-geo": .geo, "h-geo": .geo, "p-organizer": .organizer, "u-photo": .image,
    "u-featured": .image, "p-latitude": .latitude, "p-longitude": .longitude,
  ]

  /// http://microformats.org/wiki/hcalendar
  private static let classic: [Substring: Property] = [
    "summary": .name, "dtstart": .start, "dtend": .end, "duration": .duration,
    "location": .location, "url": .url, "description": .description, "category": .category,
    "uid": .identifier, "status": .status, "geo": .geo, "organizer": .organizer, "photo": .image,
    "attach": .image, "latitude": .latitude, "longitude": .longitude, "rrule": .rule,
  ]
}
