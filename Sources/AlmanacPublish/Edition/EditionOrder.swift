import AlmanacTime

/// How the database numbers events and occurrences: in the order of their starts, so that the first
/// fifty of whatever a query finds are found first.
///
/// Events of one date that is no longer than a day have their numbers in the order in which their
/// occurrences have theirs. All others, which a stretch of time may touch without their beginning in
/// it, come behind them, from `firstSpread` on.
struct EditionOrder: Sendable {
  /// The number of the first event of several dates, or of days.
  static let firstSpread = 1 << 30
  /// The longest day: one on which the clocks are put back.
  static let shortSeconds = 90_000

  private struct Entry {
    let start: Int64
    let event: Int32
    let ordinal: Int32
  }

  /// Positions of the events in the contents, in the order of their numbers.
  let sequence: [Int32]
  /// By the event's position.
  private let numbers: [Int32]
  /// Positions of the occurrences, one event's behind the other's, in the order of their ids.
  let positions: [Int32]
  /// By the id of the occurrence, less one: the position of its event.
  private let events: [Int32]

  /// Takes the events one by one, in the order of the contents.
  struct Builder {
    private var entries: [Entry] = []
    private var offsets: [Int32] = []
    private var isSpread: [Bool] = []

    mutating func add(_ event: PublishedEvent) {
      let position = Int32(offsets.count)
      offsets.append(Int32(entries.count))
      isSpread.append(event.isSpread)
      for occurrence in event.occurrences {
        entries.append(
          Entry(
            start: occurrence.startsAt.secondsSinceEpoch, event: position,
            ordinal: Int32(occurrence.ordinal)))
      }
    }

    func order() -> EditionOrder {
      EditionOrder(entries: entries, offsets: offsets, isSpread: isSpread)
    }
  }

  private init(entries: consuming [Entry], offsets: [Int32], isSpread: [Bool]) {
    var sorted = entries
    // Positions are in the order of the ids.
    sorted.sort { ($0.start, $0.event, $0.ordinal) < ($1.start, $1.event, $1.ordinal) }
    positions = sorted.map { offsets[Int($0.event)] + $0.ordinal }
    events = sorted.map(\.event)
    var numbers = [Int32](repeating: 0, count: offsets.count)
    var sequence: [Int32] = []
    sequence.reserveCapacity(offsets.count)
    for entry in sorted {
      guard !isSpread[Int(entry.event)] else { continue }
      sequence.append(entry.event)
      numbers[Int(entry.event)] = Int32(sequence.count)
    }
    var next = Int32(Self.firstSpread)
    for position in isSpread.indices where isSpread[position] {
      sequence.append(Int32(position))
      numbers[position] = next
      next += 1
    }
    self.sequence = sequence
    self.numbers = numbers
  }

  /// The number of the event at a position of the contents.
  func number(ofEvent position: Int) -> Int { Int(numbers[position]) }

  /// The number of occurrences, which is the last id.
  var count: Int { positions.count }

  /// The position of the event of the occurrence with that id.
  func event(ofOccurrence id: Int) -> Int { Int(events[id - 1]) }
}

extension PublishedOccurrence {
  /// Seconds that it takes; 0 where no end is stated.
  var seconds: Int { endsAt.map { max(0, $0.seconds(since: startsAt)) } ?? 0 }
}

extension PublishedEvent {
  /// Whether it has not exactly one date of a day at most.
  var isSpread: Bool {
    occurrences.count != 1 || occurrences.contains { $0.seconds > EditionOrder.shortSeconds }
  }
}
