import AlmanacModel
import AlmanacTime
import GRDB

/// Keeps events as cancelled that the previous edition had and no source lists any more: a calendar that
/// is read once a week would otherwise never show the cancellation.
///
/// The previous edition is all the memory that this needs, so that it also works after a workspace was
/// lost. Of withdrawn events the facts stay, no texts: their source has taken them back.
struct WithdrawnEvents {
  let index: EditionIndex
  let listings: StatedListings

  private var contents: EditionContents { index.contents }

  /// Ids of the previous edition's events, attached as `old`, that are in the new database neither under
  /// their ids nor as aliases or listings of other events.
  func missing(in database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT id FROM old.event e
        WHERE (withdrawn IS NULL OR withdrawn > ?)
          AND NOT EXISTS (SELECT 1 FROM main.event WHERE id = e.id)
          AND NOT EXISTS (SELECT 1 FROM main.event_alias WHERE alias = e.id)
          AND NOT EXISTS (SELECT 1 FROM old.event_listing o
            JOIN main.event_listing n ON n.listing = o.listing WHERE o.event = e.id)
        ORDER BY id
        """,
      arguments: [(contents.weekBegan - contents.keepCancelled).secondsSinceEpoch])
  }

  /// The events to publish again.
  ///
  /// - Parameter stored: Events of the previous edition.
  func kept(_ stored: [StoredEvent]) -> [PublishedEvent] {
    guard contents.keepCancelled > 0 else { return [] }
    return stored.compactMap { stored in
      let known = stored.published
      return facts(of: known, isNew: known.withdrawn == nil).map {
        index.published($0, withdrawn: known.withdrawn ?? contents.now)
      }
    }
  }

  /// nil where it was not its source that took it back, or where its dates have passed. A listing of it
  /// that is still there belongs to another event now, or is hidden, private or outside the window.
  private func facts(of known: PublishedEvent, isNew: Bool) -> Event? {
    let event = known.event
    guard !contents.conceals(known),
      !event.listings.contains(where: { listings.contains($0.id) }),
      contents.campuses.contains(where: { $0.id == event.campus })
    else { return nil }
    // Nobody knows what became of the events of a source that the operator removed.
    let configured = event.listings.filter { index.source($0.source) != nil }
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
    // Also of one without a place, so that it does not take its event's.
    var placement = Placement(abstaining: .unknown)
    placement.place = date.location.place?.id
    placement.room = date.location.room
    placement.floor = date.location.floor
    placement.coordinate = date.location.coordinate
    occurrence.placement = placement
    return occurrence
  }

  /// The series up to the last known date: no source says what its rule gives later.
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
  /// Whether any of it is in a range of time.
  fileprivate func touches(_ window: Window) -> Bool {
    window.overlaps(start: startsAt, end: endsAt)
  }
}
