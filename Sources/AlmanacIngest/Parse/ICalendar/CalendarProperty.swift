/// The properties that are read, under their standard and vendor names.
enum CalendarProperty: UInt8 {
  case begin, end
  // Of an event: RFC 5545 sections 3.8.1 to 3.8.7, RFC 7986 section 5, RFC 9073.
  case uid, summary, location, description, alternative, vendorSummary, comment
  case start, finish, duration, recurrenceID, rule, exclusionRule, additions, exclusions
  case point, pointAddress, status, vendorCancelled, visibility, transparency
  case vendorBusy, vendorAllDay, categories, vendorTags
  case sequence, created, lastModified, stamp, price
  case organizer, hosts, contact, vendorContact
  case url, vendorPage, image, attachment, vendorImage, conference
  // Of a calendar.
  case name, vendorName, vendorDescription, vendorIdentifier, originalURL, method, vendorZone,
    otherZone, plainOffset, daylight
  // Of a time zone.
  case zoneID, zoneLocation, offsetFrom, offsetTo
  case other

  private static let names: [(StaticString, CalendarProperty)] = [
    ("BEGIN", .begin), ("END", .end), ("UID", .uid), ("SUMMARY", .summary),
    ("LOCATION", .location), ("DESCRIPTION", .description), ("X-ALT-DESC", .alternative),
    ("STYLED-DESCRIPTION", .alternative), ("X-LIVEWHALE-SUMMARY", .vendorSummary),
    ("COMMENT", .comment), ("DTSTART", .start), ("DTEND", .finish),
    ("DURATION", .duration), ("RECURRENCE-ID", .recurrenceID), ("RRULE", .rule),
    ("EXRULE", .exclusionRule), ("RDATE", .additions), ("EXDATE", .exclusions), ("GEO", .point),
    ("X-APPLE-STRUCTURED-LOCATION", .pointAddress), ("STATUS", .status),
    ("X-LIVEWHALE-CANCELED", .vendorCancelled), ("CLASS", .visibility),
    ("TRANSP", .transparency),
    ("X-MICROSOFT-CDO-BUSYSTATUS", .vendorBusy), ("CATEGORIES", .categories),
    ("X-MICROSOFT-CDO-ALLDAYEVENT", .vendorAllDay), ("X-FUNAMBOL-ALLDAY", .vendorAllDay),
    ("X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", .vendorAllDay),
    ("X-LIVEWHALE-TAGS", .vendorTags), ("SEQUENCE", .sequence),
    ("CREATED", .created), ("LAST-MODIFIED", .lastModified), ("DTSTAMP", .stamp),
    ("ORGANIZER", .organizer), ("X-HOSTS", .hosts), ("CONTACT", .contact),
    ("X-LIVEWHALE-CONTACT-INFO", .vendorContact), ("URL", .url), ("X-TRUMBA-LINK", .vendorPage),
    ("SOURCE", .vendorPage), ("IMAGE", .image), ("ATTACH", .attachment),
    ("X-LIVEWHALE-IMAGE", .vendorImage), ("X-TKF-FEATURED-IMAGE", .vendorImage),
    ("X-BEDEWORK-IMAGE", .vendorImage), ("X-WP-IMAGES-URL", .vendorImage),
    ("CONFERENCE", .conference), ("X-GOOGLE-CONFERENCE", .conference),
    ("X-LIVEWHALE-ONLINE-URL", .conference), ("X-MICROSOFT-SKYPETEAMSMEETINGURL", .conference),
    ("X-MICROSOFT-ONLINEMEETINGEXTERNALLINK", .conference), ("NAME", .name),
    ("X-WR-CALNAME", .vendorName), ("X-WR-CALDESC", .vendorDescription),
    ("X-WR-RELCALID", .vendorIdentifier), ("X-ORIGINAL-URL", .originalURL), ("METHOD", .method),
    ("X-WR-TIMEZONE", .vendorZone), ("TIMEZONE-ID", .otherZone), ("TZID", .zoneID),
    ("TZ", .plainOffset),
    ("DAYLIGHT", .daylight),
    ("X-LIC-LOCATION", .zoneLocation),
    ("TZOFFSETFROM", .offsetFrom), ("TZOFFSETTO", .offsetTo),
  ]

  /// The property with a name, in any case; `.other` for unknown names.
  init(name: ArraySlice<UInt8>) {
    let candidates = name.count < Self.byLength.count ? Self.byLength[name.count] : []
    for (candidate, property) in candidates
    where ContentLine.isSame(name, candidate) {
      self = property
      return
    }
    self = Self.byEnding(name)
  }

  /// Whether an event must not have a second one (RFC 5545, section 3.6.1).
  var occursOnce: Bool {
    switch self {
    case .uid, .summary, .location, .description, .start, .finish, .duration, .recurrenceID,
      .status, .transparency, .sequence, .created, .lastModified, .stamp, .point,
      .organizer, .url:
      true
    default: false
    }
  }

  /// Price properties of vendors, whose names only share their ending.
  private static func byEnding(_ name: ArraySlice<UInt8>) -> CalendarProperty {
    guard name.starts(withLowercase: "x-".utf8) else { return .other }
    let text = ContentLine.upperCase(name)
    return text.hasSuffix("-COST") || text.hasSuffix("-PRICE") ? .price : .other
  }

  /// The names with their properties, by length in bytes.
  private static let byLength: [[(StaticString, CalendarProperty)]] = {
    var byLength: [[(StaticString, CalendarProperty)]] = []
    for (name, property) in names {
      while byLength.count <= name.utf8CodeUnitCount { byLength.append([]) }
      byLength[name.utf8CodeUnitCount].append((name, property))
    }
    return byLength
  }()
}
