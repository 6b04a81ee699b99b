public import AlmanacModel
public import AlmanacTime
import Foundation

/// Applies the corrections of one source to its listings.
public struct ListingCorrector: Sendable {
  private let corrections: Corrections
  private let zone: Zone
  private let zones: ZoneDatabase
  private let window: Window
  private let prefixes: [String]
  private let suffixes: [String]
  private let venues: [String: String]

  /// - Parameters:
  ///   - zone: The source's zone, for corrected times.
  ///   - window: The range in which a series gets dates if its rule can't be moved.
  public init(_ corrections: Corrections, zone: Zone, zones: ZoneDatabase, window: Window) {
    self.corrections = corrections
    self.zone = zone
    self.zones = zones
    self.window = window
    prefixes = corrections.titlePrefixes.map { $0.lowercased() }
    suffixes = corrections.titleSuffixes.map { $0.lowercased() }
    venues = Dictionary(
      corrections.venues.map { ($0.key == "*" ? "*" : FoldedText.fold($0.key), $0.value) },
      uniquingKeysWith: min)
  }

  public func corrected(_ listing: Listing) -> Listing {
    var listing = listing
    if corrections.changesTimes { correctTimes(of: &listing) }
    if !prefixes.isEmpty || !suffixes.isEmpty {
      listing.title = stripped(listing.title)
      for index in listing.overrides.indices {
        listing.overrides[index].title = listing.overrides[index].title.map(stripped)
      }
    }
    for repair in corrections.repairs { apply(repair, to: &listing) }
    if !venues.isEmpty {
      listing.venue = corrected(venue: listing.venue)
      for index in listing.overrides.indices {
        listing.overrides[index].venue = listing.overrides[index].venue.flatMap(corrected(venue:))
      }
    }
    return listing
  }

  // MARK: - Times

  private func corrected(_ time: CalendarTime) -> CalendarTime {
    let local: CivilDateTime
    var zone = zone
    switch time {
    case .day: return time
    case .floating(let clock): local = clock
    case .zoned(let zoned):
      local = zoned.local
      let label: Corrections.Label =
        zoned.zone == nil || zoned.zone == "UTC" ? .offset : .timezone
      if !corrections.ignored.contains(label), !corrections.areUTC {
        guard let named = zoned.zone.flatMap(zones.zone(named:)) else {
          return .zoned(
            ZonedTime(
              local: local.adding(seconds: corrections.shift), offset: zoned.offset,
              zone: zoned.zone))
        }
        zone = named
      }
    }
    let clock = local.adding(seconds: corrections.shift)
    guard corrections.areUTC else { return .zoned(ZonedTime(local: clock, in: zone)) }
    return .zoned(ZonedTime(Zone.utc.instant(of: clock), in: zone))
  }

  private func correctTimes(of listing: inout Listing) {
    let start = listing.start
    listing.start = corrected(start)
    listing.end = listing.end.map(corrected)
    for index in listing.overrides.indices {
      listing.overrides[index].recurrenceID = corrected(listing.overrides[index].recurrenceID)
      listing.overrides[index].start = corrected(listing.overrides[index].start)
      listing.overrides[index].end = listing.overrides[index].end.map(corrected)
    }
    guard var recurrence = listing.recurrence, !start.isDay else { return }
    let rules = recurrence.rules + recurrence.exclusionRules
    let isMovable = start.date == listing.start.date && rules.allSatisfy(\.byHour.isEmpty)
    if !isMovable, !rules.isEmpty {
      // A rule with weekdays or hours would have other ones after the correction, so list the
      // dates.
      recurrence.additions =
        RecurrenceSet(
          start: start, rules: recurrence.rules, exclusionRules: recurrence.exclusionRules,
          additions: recurrence.additions, exclusions: recurrence.exclusions
        ).occurrences(
          from: window.from, to: window.to, zone: zone, zones: zones, limit: Self.mostDates
        ).starts
      recurrence.rules = []
      recurrence.exclusionRules = []
    }
    for index in recurrence.rules.indices {
      recurrence.rules[index].until = recurrence.rules[index].until.map(corrected)
    }
    recurrence.additions = recurrence.additions.map(corrected)
    recurrence.exclusions = recurrence.exclusions.map(corrected)
    listing.recurrence = recurrence
  }

  private static let mostDates = 5_000

  // MARK: - Texts

  /// The title without these prefixes and suffixes; unchanged if nothing would be left.
  private func stripped(_ title: String) -> String {
    var text = Substring(title)
    if let prefix = prefixes.first(where: { text.lowercased().hasPrefix($0) }) {
      text = text.dropFirst(prefix.count)
    }
    if let suffix = suffixes.first(where: { text.lowercased().hasSuffix($0) }) {
      text = text.dropLast(suffix.count)
    }
    let left = Self.trimmed(text)
    return left.isEmpty ? title : left
  }

  private static func trimmed(_ text: Substring) -> String {
    let tail = text.drop(while: \.isWhitespace)
    guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...last])
  }

  private func corrected(venue: String?) -> String? {
    venue.flatMap { venues[FoldedText.fold($0)] } ?? venues["*"] ?? venue
  }

  // MARK: - Repairs

  private func apply(_ repair: Corrections.Repair, to listing: inout Listing) {
    switch repair {
    case .midnightIsDay: readMidnightAsDay(&listing)
    case .inclusiveEnd:
      if case .day(let last) = listing.end, listing.start.isDay, last > listing.start.date {
        listing.end = .day(last.adding(days: 1))
      }
    case .emptyLength:
      if let end = listing.end, end.instant(in: zone) == listing.start.instant(in: zone) {
        listing.end = nil
      }
    case .venueInTitle:
      guard listing.venue == nil, let at = listing.title.range(of: " @ ", options: .backwards)
      else { return }
      let (title, venue) = (
        Self.trimmed(listing.title[..<at.lowerBound]), Self.trimmed(listing.title[at.upperBound...])
      )
      if !title.isEmpty, !venue.isEmpty { (listing.title, listing.venue) = (title, venue) }
    case .shoutedTitle:
      let letters = listing.title.filter(\.isLetter)
      // Keep acronyms in capitals.
      if letters.count > 8, letters == letters.uppercased() {
        listing.title = listing.title.capitalized
      }
    }
  }

  /// A single event from midnight to midnight, or at midnight without an end.
  private func readMidnightAsDay(_ listing: inout Listing) {
    func isMidnight(_ time: CalendarTime) -> Bool {
      let clock = time.civil
      return !time.isDay && (clock.hour, clock.minute, clock.second) == (0, 0, 0)
    }
    guard listing.recurrence == nil, isMidnight(listing.start),
      listing.end.map({ isMidnight($0) || Self.isLastMinute($0) }) ?? true
    else { return }
    listing.end = listing.end.map { end in
      let last = Self.isLastMinute(end) ? end.date.adding(days: 1) : end.date
      return .day(max(last, listing.start.date.adding(days: 1)))
    }
    listing.start = .day(listing.start.date)
  }

  private static func isLastMinute(_ time: CalendarTime) -> Bool {
    !time.isDay && (time.civil.hour, time.civil.minute) == (23, 59)
  }
}
