import AlmanacModel
import AlmanacTime

/// What of an occurrence is content.
struct OccurrenceContent: Hashable {
  /// Finds the same occurrence in another edition: what the rule says, else its start.
  let key: String
  let isRecurring: Bool
  let startText: String
  let startsAt: Instant
  let endsAt: Instant?
  let status: String
  let title: String?
  let text: String?
  let venue: String?
  let place: String?
  let room: String?

  /// Whether it takes place.
  var isCancelled: Bool {
    status == EventStatus.cancelled.rawValue || status == EventStatus.postponed.rawValue
  }

  func touches(_ window: Window) -> Bool { window.overlaps(start: startsAt, end: endsAt) }
}

extension OccurrenceContent {
  init(_ occurrence: PublishedOccurrence) {
    self.init(
      key: occurrence.key, isRecurring: occurrence.recurrenceID != nil,
      startText: occurrence.start.publicText, startsAt: occurrence.startsAt,
      endsAt: occurrence.endsAt, status: occurrence.status.rawValue, title: occurrence.title,
      text: occurrence.text, venue: occurrence.location.venue, place: occurrence.location.place?.id,
      room: occurrence.location.room)
  }
}
