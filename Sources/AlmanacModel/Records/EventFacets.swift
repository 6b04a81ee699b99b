/// The kind of organization that publishes an event.
public enum EventKind: String, Hashable, Sendable, Codable, CaseIterable {
  case official, community
}

/// The access classification of a listing (RFC 5545 section 3.8.1.3, CLASS). Only `public` listings
/// are published.
public enum Visibility: String, Hashable, Sendable, Codable {
  case `public`, `private`, confidential
}

/// Whether an event blocks time in its attendees' calendars (RFC 5545 section 3.8.2.7, TRANSP). The
/// default of iCalendar is `opaque`.
public enum Transparency: String, Hashable, Sendable, Codable {
  case opaque, transparent
}

/// The state of an event or an occurrence (schema.org `eventStatus`, RFC 5545 section 3.8.1.11).
public enum EventStatus: String, Hashable, Sendable, Codable {
  case confirmed, tentative, cancelled, postponed
}
