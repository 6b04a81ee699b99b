import AlmanacModel

/// The texts of the occurrences that have words of their own, put by until they are searchable.
///
/// An occurrence is found by its own words and by those of its event, which stand behind them: so that
/// two words may be looked for of which each has one.
final class OccurrenceTexts {
  /// Texts of a stretch of events, and which of its occurrences have them.
  struct Stretch: Sendable {
    fileprivate var row = RowPacker()
    fileprivate var occurrences: [Int32] = []

    /// Packs the texts of an occurrence that has words of its own.
    ///
    /// - Parameter number: Its place in the stretch.
    mutating func add(
      _ occurrence: PublishedOccurrence, _ number: Int, of published: PublishedEvent
    ) {
      let event = published.event
      let venue = occurrence.location.venue == event.venue ? nil : occurrence.location.venue
      guard occurrence.title != nil || occurrence.text != nil || venue != nil else { return }
      let texts = [
        Self.joined(occurrence.title, event.title), Self.joined(occurrence.text, event.text),
        Self.joined(venue, event.venue),
      ]
      EventRows.pack(searched: texts, to: &row)
      row.endPiece()
      occurrences.append(Int32(number))
    }

    private static func joined(_ own: String?, _ common: String?) -> String? {
      guard let own, let common else { return own ?? common }
      return "\(own)\n\(common)"
    }
  }

  private let spool: PieceSpool
  private var positions: [Int32] = []
  /// Occurrences that were seen.
  private var count: Int32 = 0

  init(_ builder: EditionBuilder) throws { spool = try PieceSpool(in: builder.folder) }

  /// - Parameter occurrences: How many the stretch has.
  func take(_ stretch: Stretch, of occurrences: Int) throws {
    try spool.append(stretch.row.pieces)
    for number in stretch.occurrences { positions.append(count + number) }
    count += Int32(occurrences)
  }

  /// Nothing can be added after.
  func finish() throws -> SpooledTexts {
    SpooledTexts(pieces: try spool.finish(), positions: positions)
  }
}

/// Texts of occurrences that were put by.
struct SpooledTexts: Sendable {
  fileprivate let pieces: SpooledPieces
  /// Of the occurrences in the contents, ascending.
  fileprivate let positions: [Int32]

  /// Lends the texts in the order of the occurrences' ids, as `EventRows` packs what is searched.
  ///
  /// - Returns: The ids.
  func each(
    in order: EditionOrder, _ body: (Int64, inout RowUnpacker) throws -> Void
  ) throws -> [Int32] {
    guard !positions.isEmpty else { return [] }
    var numbers: [Int32: Int32] = [:]
    for (number, position) in positions.enumerated() { numbers[position] = Int32(number) }
    var ids: [Int32] = []
    var wanted: [Int32] = []
    for (index, position) in order.positions.enumerated() {
      guard let number = numbers[position] else { continue }
      ids.append(Int32(index + 1))
      wanted.append(number)
    }
    var next = ids.makeIterator()
    try pieces.each(wanted) { _, row in
      if let id = next.next() { try body(Int64(id), &row) }
    }
    return ids
  }
}
