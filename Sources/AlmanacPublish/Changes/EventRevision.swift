import AlmanacTime

/// How often an event has changed since it was first published, and when.
struct EventRevision: Hashable, Sendable {
  /// 0 at first; one more for every edition in which the content differs (RFC 5545 3.8.7.4).
  var sequence: Int
  /// The clock of the first edition that had it.
  var created: Instant
  /// The clock of the edition that changed it last.
  var modified: Instant
  /// Of the content without its occurrences, which come and go with the window.
  var digest: String
  /// Whether its calendar entries are told apart by their dates; once so, always so, because a
  /// subscriber's entry must keep its UID when the others have passed.
  var hasDatedUIDs: Bool
}

/// An event as the edition before had it.
struct PreviousEvent: Sendable {
  let id: String
  let title: String
  let status: String
  /// Whether no source stated it any more.
  let isWithdrawn: Bool
  let revision: EventRevision
  let occurrences: [OccurrenceContent]
}
