/// Who stands behind an event.
public enum EventKind: String, Hashable, Sendable, Codable, CaseIterable {
  case official, community
}

/// Who may see a listing (RFC 5545 section 3.8.1.3, CLASS). Only `public` is ever published.
public enum Visibility: String, Hashable, Sendable, Codable {
  case `public`, `private`, confidential
}

/// Whether an event takes up the time of those who have it in their calendar (RFC 5545
/// section 3.8.2.7, TRANSP). A calendar that states neither means `opaque`.
public enum Transparency: String, Hashable, Sendable, Codable {
  case opaque, transparent
}

/// The state of an event or an occurrence (schema.org `eventStatus`, RFC 5545 section 3.8.1.11).
public enum EventStatus: String, Hashable, Sendable, Codable {
  case confirmed, tentative, cancelled, postponed
}
