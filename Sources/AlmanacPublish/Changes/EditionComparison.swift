import AlmanacModel
import AlmanacTime

/// What became of every event since the edition before: walks both in the order of their ids.
final class EditionComparison {
  private let index: EditionIndex
  private let previous: PreviousEvents?
  private let common: Window
  private let changes: ChangeSpool
  private var old: PreviousEvent?
  private var now: Instant { index.contents.now }

  /// - Parameters:
  ///   - previous: The events of the edition before; nil where all is new.
  ///   - window: That of the edition before.
  init(
    _ index: EditionIndex, since previous: PreviousEvents?, window: Window?,
    into changes: ChangeSpool
  ) throws {
    self.index = index
    self.previous = previous
    self.changes = changes
    common = Self.common(window ?? index.contents.window, index.contents.window)
    old = try previous?.next()
  }

  /// The revision to publish the next event under.
  func revision(of published: PublishedEvent, digest: String) throws -> EventRevision {
    try pass(upTo: published.id)
    guard let previous, let known = old, known.id == published.id else {
      return try add(published, digest, after: try previous?.formerLife(of: published.id))
    }
    if known.isWithdrawn != (published.withdrawn != nil) {
      old = try previous.next()
      return try turn(known, into: published, digest)
    }
    let comparison = EventComparison(
      now: now, common: common, previous: known, event: published, digest: digest)
    let (revision, differences) = try comparison.compare { try previous.fields(of: known.id) }
    for change in differences { try changes.add(change) }
    old = try previous.next()
    return revision
  }

  /// After the last event.
  func finish() throws { try pass(upTo: nil) }

  /// Events of the edition before that are not in this one.
  private func pass(upTo id: String?) throws {
    while let gone = old, id.map({ gone.id.precedes($0) }) ?? true {
      try lose(gone)
      old = try previous?.next()
    }
  }

  /// - Parameter life: What is known of an event that was withdrawn, or united with another, and is
  ///   back: a calendar that kept it takes nothing with a lower sequence.
  private func add(
    _ published: PublishedEvent, _ digest: String, after life: (sequence: Int, created: Instant)?
  ) throws -> EventRevision {
    try changes.add(Change(.added, event: published.id, title: published.event.title, at: now))
    return EventRevision(
      sequence: life?.sequence ?? 0, created: life?.created ?? now, modified: now,
      digest: digest, hasDatedUIDs: published.needsDatedUIDs)
  }

  /// An event all of whose dates have passed, or lie outside the window now, has ended: no change,
  /// unless another one has taken its place.
  private func lose(_ event: PreviousEvent) throws {
    let ahead = Window(from: now, to: index.contents.window.to)
    // Of one that stayed after it was withdrawn that is told already.
    try changes.lose(
      event.id, title: event.title,
      isAhead: !event.isWithdrawn && event.occurrences.contains { $0.touches(ahead) })
  }

  /// An event that no source states any more, and stays to say so, or that is back.
  private func turn(
    _ known: PreviousEvent, into published: PublishedEvent, _ digest: String
  ) throws -> EventRevision {
    var revision = known.revision
    revision.sequence &+= 1
    revision.modified = now
    revision.digest = digest
    revision.hasDatedUIDs = revision.hasDatedUIDs || published.needsDatedUIDs
    try changes.add(
      Change(
        known.isWithdrawn ? .added : .withdrawn, event: published.id,
        title: published.event.title, at: now))
    return revision
  }

  /// The overlap of two windows, without their last days: events that were expanded earlier in the
  /// day have a window that is some hours older than the clock's.
  private static func common(_ one: Window, _ other: Window) -> Window {
    let margin = 36 * 3_600
    return Window(
      from: max(one.from, other.from) + margin, to: min(one.to, other.to) - margin)
  }
}

extension String {
  /// The order of SQLite and of every list here: byte by byte.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
