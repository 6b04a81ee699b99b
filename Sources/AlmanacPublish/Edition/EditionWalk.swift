import AlmanacModel
import AlmanacTime

/// Walks the events once, in the order of their ids: compares each with the edition before, writes
/// down what the artifacts will hold of it, and notes what must be known before they are put together.
struct EditionWalk {
  /// How many events are in memory at once.
  private static let stretch = 512

  private let index: EditionIndex
  private let supply: EventSupply
  private let gate: PublicGate
  private let encoder: StretchEncoder
  private let comparison: EditionComparison
  private let changes: ChangeSpool
  private let workers: Int
  private(set) var notes: EditionNotes
  private var last: String?

  init(
    _ index: EditionIndex, supply: EventSupply, gate: PublicGate, builder: EditionBuilder,
    previous: (events: PreviousEvents, window: Window)?, workers: Int
  ) throws {
    self.index = index
    self.supply = supply
    self.gate = gate
    self.workers = max(1, workers)
    encoder = StretchEncoder(index)
    changes = try ChangeSpool(now: index.contents.now, in: builder.folder)
    comparison = try EditionComparison(
      index, since: previous?.events, window: previous?.window, into: changes)
    notes = try EditionNotes(index, builder: builder)
  }

  /// - Returns: What changed.
  mutating func run(_ tally: WorkTally) throws -> EditionChanges {
    for start in stride(from: 0, to: supply.count, by: Self.stretch) {
      let end = min(start + Self.stretch, supply.count)
      try take(start..<end)
      tally.count(end - start)
    }
    try comparison.finish()
    return try changes.finish()
  }

  private mutating func take(_ positions: Range<Int>) throws {
    let size = (positions.count + workers - 1) / workers
    let parts = stride(from: positions.lowerBound, to: positions.upperBound, by: size).map {
      $0..<min($0 + size, positions.upperBound)
    }
    let reader = StretchReader(index: index, supply: supply, gate: gate)
    let read = try Workers.map(parts.count) { try reader.read(parts[$0]) }
    let events = try read.map { part in
      try part.map { entry in
        try requireOrder(entry.event.id)
        changes.note(aliases: entry.event.event.aliases, of: entry.event.id)
        let revision = try comparison.revision(of: entry.event, digest: entry.digest)
        return (event: entry.event, revision: revision, position: entry.position)
      }
    }
    let encoded = try Workers.map(events.count) { [encoder] number in
      encoder.encode(events[number])
    }
    for (part, stretch) in zip(events, encoded) {
      for entry in part { notes.note(entry.event, entry.revision, suppliedAt: entry.position) }
      try notes.take(stretch)
    }
  }

  private mutating func requireOrder(_ id: String) throws {
    if let last, !last.precedes(id) { throw EventSupplyError.unordered(id: id) }
    last = id
  }
}

/// Reads a stretch of the events.
private struct StretchReader: Sendable {
  let index: EditionIndex
  let supply: EventSupply
  let gate: PublicGate

  func read(_ positions: Range<Int>) throws -> [(
    event: PublishedEvent, digest: String, position: Int
  )] {
    try zip(supply.events(in: positions), positions).compactMap { event, position in
      guard let event = gate.admitted(event) else { return nil }
      let published = index.published(event)
      return (published, EventContent.digest(of: published), position)
    }
  }
}
