import AlmanacModel
import AlmanacTime

/// Makes the dated occurrences of one event.
struct OccurrenceMerger: Sendable {
  private let event: Event
  private let leading: DatedListing
  private let zone: Zone

  /// - Parameter event: Complete without its occurrences, which contain only what differs from it.
  init(event: Event, leading: DatedListing, zone: Zone) {
    self.event = event
    self.leading = leading
    self.zone = zone
  }

  /// In order of start.
  func occurrences(_ occurrences: [[EventMerger.Record]]) -> [Occurrence] {
    occurrences.compactMap(occurrence).sorted { left, right in
      let (first, second) = (left.start.instant(in: zone), right.start.instant(in: zone))
      if first != second { return first < second }
      if left.start.isDay != right.start.isDay { return left.start.isDay }
      return left.listings.lexicographicallyPrecedes(right.listings)
    }
  }

  private func occurrence(_ records: [EventMerger.Record]) -> Occurrence? {
    guard let first = records.first, let timed = mostPrecise(records) else { return nil }
    let start = timed.occurrence.start
    var occurrence = Occurrence(
      start: start, end: end(records, timed), listings: records.map(\.member.id))
    occurrence.recurrenceID = recurrenceID(records)
    occurrence.status = status(records)
    occurrence.title = title(of: first)
    occurrence.text = text(records)
    if !event.isDecided(.venue),
      let elsewhere = records.first(where: { $0.occurrence.venue != nil }) ?? differing(first)
    {
      occurrence.venue = elsewhere.occurrence.venue ?? elsewhere.member.listing.venue
      if occurrence.venue == event.venue { occurrence.venue = nil }
    }
    fillPlacement(&occurrence, records)
    return occurrence
  }

  /// The record that gives the time, the most trusted of the most precise ones.
  ///
  /// A guessed year is less precise than a written one, a whole day, or midnight that means one, less
  /// than an hour.
  func mostPrecise(_ records: [EventMerger.Record]) -> EventMerger.Record? {
    let written = records.filter { $0.member.listing.yearGuess == nil }
    let sure = written.isEmpty ? records : written
    return sure.first { !isHourless($0.occurrence) }
      ?? sure.first { !$0.occurrence.start.isDay } ?? sure.first
  }

  private func isHourless(_ occurrence: ListingOccurrence) -> Bool {
    guard !occurrence.start.isDay else { return true }
    let start = occurrence.start.instant(in: zone)
    let clock = zone.civil(at: start)
    return Moment.isHourless(
      second: clock.hour * 3_600 + clock.minute * 60 + clock.second,
      length: occurrence.end.map { $0.instant(in: zone).seconds(since: start) })
  }

  /// A single item of another source than the event's venue may be elsewhere.
  private func differing(_ record: EventMerger.Record) -> EventMerger.Record? {
    guard event.occurrenceIsOneOfMany(record), let venue = record.member.listing.venue,
      !venue.allSatisfy(\.isWhitespace)
    else { return nil }
    return record
  }

  private func fillPlacement(
    _ occurrence: inout Occurrence, _ records: [EventMerger.Record]
  ) {
    guard let venue = occurrence.venue else { return }
    let contributor = records.first {
      ($0.occurrence.venue ?? $0.member.listing.venue) == venue
    }
    guard let contributor else { return }
    let placement = contributor.member.placement(of: contributor.occurrence)
    // Other words for the event's own place are no other venue.
    if placement?.place != nil, placement?.place == event.placement?.place,
      placement?.room == event.placement?.room
    {
      occurrence.venue = nil
    } else {
      occurrence.placement = placement
    }
  }

  /// The end that belongs to the start; an end that is not later is ignored.
  private func end(
    _ records: [EventMerger.Record], _ timed: EventMerger.Record
  ) -> CalendarTime? {
    let start = timed.occurrence.start.instant(in: zone)
    let candidates = [timed] + records
    return candidates.first { record in
      guard let end = record.occurrence.end,
        record.occurrence.start.isDay == timed.occurrence.start.isDay,
        record.occurrence.start.instant(in: zone) == start
      else { return false }
      return end.instant(in: zone) > start
    }?.occurrence.end
  }

  private func recurrenceID(_ records: [EventMerger.Record]) -> CalendarTime? {
    guard event.series != nil else { return nil }
    return records.first { $0.member.id == leading.id }?.occurrence.recurrenceID
  }

  private func status(_ records: [EventMerger.Record]) -> EventStatus {
    if event.isDecided(.status) { return event.status }
    let statuses = records.map {
      StatusRule.Record(
        $0.member.listing, status: $0.occurrence.status,
        title: $0.occurrence.title ?? $0.member.listing.title)
    }
    return StatusRule(zone: zone).decisive(statuses).map { statuses[$0].status } ?? event.status
  }

  private func title(of record: EventMerger.Record) -> String? {
    if event.isDecided(.title) { return nil }
    let title = record.occurrence.title ?? record.member.listing.title
    return title == event.title ? nil : title
  }

  /// A talk of a series has its speaker, a meeting its agenda.
  private func text(_ records: [EventMerger.Record]) -> String? {
    if event.isDecided(.text) { return nil }
    let texts = records.lazy.compactMap { $0.occurrence.text ?? $0.member.listing.text }
    guard let text = texts.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return text == event.text ? nil : text
  }
}

extension Event {
  fileprivate func occurrenceIsOneOfMany(_ record: EventMerger.Record) -> Bool {
    !record.member.isSeries && listings.count > 1
  }
}
