import AlmanacModel
import AlmanacTime

/// What became of every event since the edition before.
struct EditionComparison {
  /// In the order of the contents' events.
  private(set) var revisions: [EventRevision] = []
  /// Sorted by event.
  private(set) var changes: [Change] = []

  private let index: EditionIndex
  private var now: Instant { index.contents.now }

  /// All is new.
  init(first index: EditionIndex) {
    self.index = index
    revisions.reserveCapacity(index.contents.events.count)
    for event in index.contents.events { add(index.published(event)) }
  }

  /// Walks both editions in the order of their ids.
  init(_ index: EditionIndex, since previous: PreviousEvents, window: Window) throws {
    self.index = index
    let common = Self.common(window, index.contents.window)
    let heirs = Dictionary(
      index.contents.events.flatMap { event in event.aliases.map { ($0, event.id) } },
      uniquingKeysWith: { first, _ in first })
    var old = try previous.next()
    for event in index.contents.events {
      while let gone = old, gone.id.precedes(event.id) {
        lose(gone, to: heirs[gone.id])
        old = try previous.next()
      }
      let published = index.published(event)
      guard let known = old, known.id == event.id else {
        add(published, after: try previous.formerLife(of: event.id))
        continue
      }
      if known.isWithdrawn != (published.withdrawn != nil) {
        turn(known, into: published)
        old = try previous.next()
        continue
      }
      let comparison = EventComparison(
        now: now, common: common, previous: known, event: published,
        digest: EventContent.digest(of: published))
      let (revision, differences) = try comparison.compare { try previous.fields(of: known.id) }
      revisions.append(revision)
      changes += differences
      old = try previous.next()
    }
    while let gone = old {
      lose(gone, to: heirs[gone.id])
      old = try previous.next()
    }
  }

  /// - Parameter life: What is known of an event that was withdrawn, or united with another, and is
  ///   back: a calendar that kept it takes nothing with a lower sequence.
  private mutating func add(
    _ published: PublishedEvent, after life: (sequence: Int, created: Instant)? = nil
  ) {
    revisions.append(
      EventRevision(
        sequence: life?.sequence ?? 0, created: life?.created ?? now, modified: now,
        digest: EventContent.digest(of: published),
        hasDatedUIDs: published.needsDatedUIDs))
    changes.append(
      Change(.added, event: published.id, title: published.event.title, at: now))
  }

  /// An event that no source states any more, and stays to say so, or that is back.
  private mutating func turn(_ known: PreviousEvent, into published: PublishedEvent) {
    var revision = known.revision
    revision.sequence &+= 1
    revision.modified = now
    revision.digest = EventContent.digest(of: published)
    revision.hasDatedUIDs = revision.hasDatedUIDs || published.needsDatedUIDs
    revisions.append(revision)
    changes.append(
      Change(
        known.isWithdrawn ? .added : .withdrawn, event: published.id,
        title: published.event.title, at: now))
  }

  /// An event all of whose dates have passed, or lie outside the window now, has ended: no change.
  private mutating func lose(_ event: PreviousEvent, to heir: String?) {
    if let heir {
      changes.append(
        Change(
          .merged, event: event.id, title: event.title, at: now, field: "id", old: event.id,
          new: heir))
      return
    }
    // Of one that stayed after it was withdrawn that is told already.
    guard !event.isWithdrawn else { return }
    let ahead = Window(from: now, to: index.contents.window.to)
    guard event.occurrences.contains(where: { $0.touches(ahead) }) else { return }
    changes.append(Change(.withdrawn, event: event.id, title: event.title, at: now))
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
