import AlmanacModel
import AlmanacTime

/// Walks the events once, in the order of their ids: compares each with the edition before, writes
/// down what the artifacts will hold of it, and notes what must be known before they are put together.
struct EditionWalk {
  /// Events that go on together. Four stretches are in memory at once: one is read, the one before is
  /// compared, that before it encoded, and the first one noted and put by.
  private static let stretch = 1_024
  /// Events of a stretch that a worker takes at once.
  private static let part = 32

  private let index: EditionIndex
  private let supply: EventSupply
  private let gate: PublicGate
  private let encoder: StretchEncoder
  private let comparison: EditionComparison
  private let changes: ChangeSpool
  private let workers: Int
  private(set) var notes: EditionNotes
  private let spools: EditionSpools
  private var last: String?

  init(
    _ index: EditionIndex, supply: EventSupply, gate: PublicGate, builder: EditionBuilder,
    into spools: EditionSpools, previous: (events: PreviousEvents, window: Window)?, workers: Int
  ) throws {
    self.index = index
    self.supply = supply
    self.gate = gate
    self.workers = max(1, workers)
    encoder = StretchEncoder(index)
    changes = try ChangeSpool(now: index.contents.now, in: builder.folder)
    comparison = try EditionComparison(
      index, since: previous?.events, window: previous?.window, into: changes)
    notes = EditionNotes(index)
    self.spools = spools
  }

  /// - Returns: What changed.
  ///
  /// While the workers read one stretch, encode another and put the one before by, this thread compares
  /// and notes those in between, which goes in the order of the events.
  mutating func run(_ tally: WorkTally) throws -> EditionChanges {
    let reader = StretchReader(index: index, supply: supply, gate: gate)
    var read: [[ReadEvent]] = []
    var compared: [[ComparedEvent]] = []
    var encoded: (events: [[ComparedEvent]], stretches: [EncodedStretch]) = ([], [])
    var start = 0
    while start < supply.count || !(read.isEmpty && compared.isEmpty && encoded.events.isEmpty) {
      let end = min(start + Self.stretch, supply.count)
      let (known, toEncode, toKeep) = (read, compared, encoded.stretches)
      let positions = stride(from: start, to: end, by: Self.part).map {
        $0..<min($0 + Self.part, end)
      }
      let done = try Workers.map(
        1 + toEncode.count + positions.count, workers: workers
      ) { [encoder, spools] number in
        guard number > 0 else {
          try spools.take(toKeep)
          return WalkStep.kept
        }
        return number <= toEncode.count
          ? .encoded(encoder.encode(toEncode[number - 1]))
          : .read(try reader.read(positions[number - 1 - toEncode.count]))
      } beside: {
        for events in encoded.events { note(events) }
        compared = try known.map { try $0.map { try compare($0) } }
      }
      encoded.events = toEncode
      encoded.stretches = done.compactMap {
        if case .encoded(let stretch) = $0 { stretch } else { nil }
      }
      read = done.compactMap { if case .read(let events) = $0 { events } else { nil } }
      tally.count(end - start)
      start = end
    }
    try comparison.finish()
    return try changes.finish()
  }

  private mutating func compare(_ entry: ReadEvent) throws -> ComparedEvent {
    try requireOrder(entry.event.id)
    changes.note(aliases: entry.event.event.aliases, of: entry.event.id)
    let revision = try comparison.revision(of: entry.event, digest: entry.digest)
    return (entry.event, revision, entry.position)
  }

  private mutating func note(_ events: [ComparedEvent]) {
    for entry in events { notes.note(entry.event, entry.revision, suppliedAt: entry.position) }
  }

  private mutating func requireOrder(_ id: String) throws {
    if let last, !last.precedes(id) { throw EventSupplyError.unordered(id: id) }
    last = id
  }
}

/// An event with its place in the supply.
private typealias ReadEvent = (event: PublishedEvent, digest: String, position: Int)
private typealias ComparedEvent = (event: PublishedEvent, revision: EventRevision, position: Int)

/// What a worker has done of a walk.
private enum WalkStep: Sendable {
  case kept
  case read([ReadEvent])
  case encoded(EncodedStretch)
}

/// Reads a part of the events.
private struct StretchReader: Sendable {
  let index: EditionIndex
  let supply: EventSupply
  let gate: PublicGate

  func read(_ positions: Range<Int>) throws -> [ReadEvent] {
    try zip(supply.events(in: positions), positions).compactMap { event, position in
      guard let event = gate.admitted(event) else { return nil }
      let published = index.published(event)
      return (published, EventContent.digest(of: published), position)
    }
  }
}
