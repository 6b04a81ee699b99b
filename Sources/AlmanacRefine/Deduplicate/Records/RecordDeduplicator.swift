public import AlmanacModel

/// Finds which records of NDJSON state one happening, without a workspace.
///
/// Campuses are worked on one by one, as many at once as there are workers, and the pairs of each in
/// parts; neither the number of workers nor the order of the records changes the result.
public struct RecordDeduplicator: Sendable {
  private let workers: Int
  private let explains: Bool
  private let tally: WorkTally

  /// - Parameters:
  ///   - explains: Whether the members that are added to records are wanted; without, only the
  ///     happenings are found.
  ///   - tally: counts the records of each campus that is done.
  public init(workers: Int, explains: Bool = true, tally: WorkTally = .unwatched) {
    self.workers = max(1, workers)
    self.explains = explains
    self.tally = tally
  }

  public func run(_ blocks: [RecordBlock]) async -> RecordMatches {
    let campuses = Self.campuses(of: blocks)
    let sources = RecordSources(blocks)
    var matches = RecordMatches(blocks: blocks, campuses: campuses.count)
    // The largest first, so that no worker is left alone with it at the end.
    var waiting = campuses.sorted { ($0.places.count, $1.number) < ($1.places.count, $0.number) }
    await withTaskGroup(of: (Int, CampusRecords.Found).self) { group in
      func start() {
        guard let campus = waiting.popLast() else { return }
        group.addTask {
          (
            campus.number,
            await campus.find(in: blocks, sources, workers: workers, explains: explains)
          )
        }
      }
      for _ in 0..<workers { start() }
      while let (number, found) = await group.next() {
        matches.take(found, campus: number)
        tally.count(found.places.count)
        start()
      }
    }
    return matches
  }

  /// In order of their names.
  static func campuses(of blocks: [RecordBlock]) -> [CampusRecords] {
    let names = Set(blocks.flatMap(\.campuses.names)).sorted()
    let known = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    var campuses = names.indices.map { CampusRecords(number: $0) }
    for (number, block) in blocks.enumerated() {
      let numbers = block.campuses.names.map { known[$0] ?? 0 }
      for (index, record) in block.records.enumerated() {
        campuses[numbers[Int(record.campus)]].append(
          CampusRecords.Place(block: Int32(number), record: Int32(index)))
      }
    }
    return campuses
  }
}
