import AlmanacModel
import AlmanacTime
import GRDB

/// Keeps events of the previous edition that no source lists any more, as cancelled. A calendar
/// client that polls weekly would otherwise never show the cancellation.
///
/// Needs only the previous edition, so it also works after a workspace was lost. Withdrawn events
/// keep their facts but lose their texts, because the source has retracted them.
struct WithdrawnEvents {
  let index: EditionIndex
  let listings: PublishedListings

  private var contents: EditionContents { index.contents }

  /// Ids of events in the previous edition (attached as `old`) that the new database contains
  /// neither as events, nor as aliases, nor by one of their listings.
  func missing(in database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT id FROM old.event e
        WHERE (withdrawn IS NULL OR withdrawn > ?)
          AND NOT EXISTS (SELECT 1 FROM main.event WHERE id = e.id)
          AND NOT EXISTS (SELECT 1 FROM main.event_alias WHERE alias = e.id)
          AND NOT EXISTS (SELECT 1 FROM old.event_listing o
            JOIN main.listing n ON n.id = o.listing WHERE o.event = e.id)
        ORDER BY id
        """,
      arguments: [(contents.weekBegan - contents.options.keepCancelled).secondsSinceEpoch])
  }

  /// The events to publish as cancelled.
  ///
  /// - Parameter stored: Events of the previous edition.
  func kept(_ stored: [StoredEvent]) -> [PublishedEvent] {
    guard contents.options.keepCancelled > 0 else { return [] }
    return stored.compactMap { stored in
      let known = stored.published
      return cancelled(known, isNew: known.withdrawn == nil).map {
        index.published($0, withdrawn: known.withdrawn ?? contents.now)
      }
    }
  }

  /// The event without its texts; nil if its source didn't withdraw it or its dates have passed. If
  /// one of its listings still exists, it belongs to another event now, or is hidden, private or
  /// outside the window.
  private func cancelled(_ known: PublishedEvent, isNew: Bool) -> Event? {
    let event = known.event
    let references = event.listings.map(index.current)
    guard !contents.hides(known),
      !references.contains(where: { listings.contains($0.id) }),
      contents.campuses.contains(where: { $0.id == event.campus })
    else { return nil }
    // If the operator removed a source, the state of its events is unknown.
    let configured = references.filter { index.source($0.source) != nil }
    let dates = known.occurrences.filter { $0.touches(contents.window) }
    let ahead = Window(from: contents.now, to: contents.window.to)
    guard !configured.isEmpty, !dates.isEmpty,
      !isNew || dates.contains(where: { $0.touches(ahead) })
    else { return nil }
    return Event(
      id: event.id, campus: event.campus, title: event.title, url: event.url, kind: event.kind,
      status: .cancelled, tags: event.tags, language: event.language, venue: event.venue,
      placement: event.placement, series: event.series.map { bounded($0, by: dates, known.zone) },
      occurrences: dates.map { occurrence($0, in: known) }, listings: configured,
      aliases: event.aliases, categorization: event.categorization)
  }

  private func occurrence(_ date: PublishedOccurrence, in event: PublishedEvent) -> Occurrence {
    var occurrence = Occurrence(
      recurrenceID: date.recurrenceID, start: date.start, end: date.end, status: .cancelled,
      title: date.title)
    guard date.location != event.location else { return occurrence }
    occurrence.venue = date.location.venue
    // Set a placement even without a place: otherwise the occurrence inherits its event's.
    var placement = Placement(abstaining: .unknown)
    placement.place = date.location.place?.id
    placement.room = date.location.room
    placement.floor = date.location.floor
    placement.coordinate = date.location.coordinate
    occurrence.placement = placement
    return occurrence
  }

  /// The series up to the last known date, because no source confirms later dates.
  private func bounded(
    _ series: Series, by dates: [PublishedOccurrence], _ zone: Zone
  ) -> Series {
    let starts = dates.map { $0.recurrenceID ?? $0.start }
    guard let last = starts.max(by: { $0.instant(in: zone) < $1.instant(in: zone) }) else {
      return series
    }
    var bounded = series
    for index in bounded.recurrence.rules.indices {
      bounded.recurrence.rules[index].count = nil
      bounded.recurrence.rules[index].until = last
    }
    bounded.recurrence.additions.removeAll { $0.instant(in: zone) > last.instant(in: zone) }
    return bounded
  }
}

extension PublishedOccurrence {
  /// Whether the occurrence overlaps a range of time.
  fileprivate func touches(_ window: Window) -> Bool {
    window.overlaps(start: startsAt, end: endsAt)
  }
}
