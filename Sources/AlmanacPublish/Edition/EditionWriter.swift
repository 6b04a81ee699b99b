import AlmanacFiles
import AlmanacModel
import AlmanacTime
import Foundation

/// Writes all artifacts: walks the events once, then puts the files together, several at a time.
struct EditionWriter {
  let index: EditionIndex
  let supply: EventSupply
  let gate: PublicGate
  let builder: EditionBuilder
  let previous: PreviousEdition?
  let workers: Int
  /// Counts the events.
  let tally: WorkTally
  /// Called between the two.
  let release: @Sendable () -> Void

  private var contents: EditionContents { index.contents }

  /// What is counted, in the order to show it.
  static let counted = ["events", "occurrences", "places", "listings", "forecasts", changes]
  static let changes = "changes"

  /// What was written, for the manifest and the report.
  struct Summary {
    var counts: [(name: String, count: Int)]
    var changes: [(kind: String, count: Int)]
    var attributions: [Attribution]
    var findings: [Finding]
  }

  func write() throws -> Summary {
    let spools = try EditionSpools(index, builder: builder)
    let (notes, changes) = try walk(into: spools)
    release()
    let artifacts = try EditionArtifacts(
      index, notes, spools, changes, supply: supply, gate: gate, builder: builder,
      previous: previous)
    let (counts, findings) = try artifacts.write(workers: workers)
    let rows = artifacts.rows
    let numbers = [
      notes.events, rows.order.count,
      contents.gazetteers.values.reduce(0) { $0 + $1.places.count }, rows.listings.count,
      contents.forecasts.count, counts.values.reduce(0, +),
    ]
    return Summary(
      counts: zip(Self.counted, numbers).map { ($0, $1) },
      changes: Change.Kind.allCases.map { ($0.rawValue, counts[$0] ?? 0) },
      attributions: artifacts.attributions, findings: findings)
  }

  private func walk(into spools: EditionSpools) throws -> (EditionNotes, EditionChanges) {
    func walk(_ previous: (PreviousEvents, Window)?) throws -> (EditionNotes, EditionChanges) {
      var walk = try EditionWalk(
        index, supply: supply, gate: gate, builder: builder, into: spools,
        previous: previous, workers: workers)
      let changes = try walk.run(tally)
      return (walk.notes, changes)
    }
    guard let previous else { return try walk(nil) }
    return try previous.database.read { try walk(($0, previous.window)) }
  }
}
