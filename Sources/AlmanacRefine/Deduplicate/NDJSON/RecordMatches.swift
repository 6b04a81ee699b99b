public import AlmanacModel

/// The result of deduplicating NDJSON records without a workspace.
public struct RecordMatches: Sendable {
  /// By block and record.
  private var matches: [[CampusRecords.Match]]
  /// Of how many occurrences the records with a start are.
  public private(set) var occurrenceCount = 0

  /// Works campus by campus, as many at once as there are workers; neither the number of workers nor
  /// the order of the records changes the result.
  ///
  /// - Parameters:
  ///   - linkage: Weights of evidence.
  ///   - explains: Whether the members that are added to records are wanted; without, only the
  ///     occurrences are found.
  ///   - tally: counts the records of each campus that is done.
  public init(
    of blocks: [RecordBlock], linkage: LinkageWeights = .learned, workers: Int,
    explains: Bool = true, tally: WorkTally = .unwatched
  ) async {
    let campuses = CampusRecords.campuses(of: blocks)
    matches = blocks.map { $0.records.map { _ in CampusRecords.Match(campus: 0) } }
    // The largest first, so that no worker is left alone with it at the end.
    var waiting = campuses.sorted { ($0.places.count, $1.number) < ($1.places.count, $0.number) }
    await withTaskGroup(of: CampusRecords.Found.self) { group in
      func start() {
        guard let campus = waiting.popLast() else { return }
        group.addTask {
          await campus.matches(in: blocks, linkage, workers: max(1, workers), explains: explains)
        }
      }
      for _ in 0..<max(1, workers) { start() }
      while let found = await group.next() {
        for (place, match) in found.matches { matches[place.block][place.record] = match }
        occurrenceCount += found.occurrences
        tally.count(found.matches.count)
        start()
      }
    }
  }

  /// The members that are added to a record: `"occurrence":…,"event":…,"match":…`.
  public func members(block: Int, record: Int) -> ArraySlice<UInt8> {
    matches[block][record].members
  }

  /// By record id the occurrence: equal for records of one occurrence, and for no others. Of records
  /// of one id, the last one's.
  public func occurrences(of blocks: [RecordBlock]) -> [String: UInt64] {
    var found: [String: UInt64] = [:]
    for (block, matches) in zip(blocks, matches) {
      for (record, match) in zip(block.records, matches) {
        found[record.id] = match.occurrence.map { UInt64(match.campus << 32 | $0) }
      }
    }
    return found
  }
}
