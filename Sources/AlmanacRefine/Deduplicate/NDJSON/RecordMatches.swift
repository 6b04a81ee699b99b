public import AlmanacModel

/// The result of deduplicating NDJSON records without a workspace.
public struct RecordMatches: Sendable {
  private let blocks: [RecordBlock]
  /// By block and record.
  private var matches: [[CampusRecords.Match]]
  /// By campus, `CampusRecords.Found.evidence`.
  private var evidence: [[UInt8]]
  private var repeats: [CampusRecords.Place: Int] = [:]
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
    self.blocks = blocks
    let unknown = CampusRecords.Match(
      campus: 0, leader: CampusRecords.Place(block: 0, record: 0),
      event: CampusRecords.Place(block: 0, record: 0))
    matches = blocks.map { Array(repeating: unknown, count: $0.records.count) }
    evidence = Array(repeating: [], count: campuses.count)
    // The largest first, so that no worker is left alone with it at the end.
    var waiting = campuses.sorted { ($0.places.count, $1.number) < ($1.places.count, $0.number) }
    await withTaskGroup(of: (Int, CampusRecords.Found).self) { group in
      func start() {
        guard let campus = waiting.popLast() else { return }
        group.addTask {
          let found = await campus.matches(
            in: blocks, linkage, workers: max(1, workers), explains: explains)
          return (campus.number, found)
        }
      }
      for _ in 0..<max(1, workers) { start() }
      while let (campus, found) = await group.next() {
        for (place, match) in found.matches {
          matches[Int(place.block)][Int(place.record)] = match
        }
        evidence[campus] = found.evidence
        repeats.merge(found.repeats) { $1 }
        occurrenceCount += found.occurrences
        tally.count(found.matches.count)
        start()
      }
    }
  }

  /// The members that are added to a record: `"occurrence":…,"event":…,"match":…`.
  public func members(block: Int, record: Int) -> ArraySlice<UInt8> {
    let match = matches[block][record]
    let occurrence = name(match.leader)
    var json = JSONWriter()
    json.beginObject()
    json.member("occurrence", occurrence)
    json.member("event", match.event == match.leader ? occurrence : name(match.event))
    json.key("match")
    if match.evidence.isEmpty {
      json.null()
    } else {
      json.beginObject()
      json.member("score", Double(match.score) / 1_000)
      json.member("with", occurrence)
      json.key("evidence")
      json.raw(
        String(decoding: evidence[Int(match.campus)][match.evidence.range], as: UTF8.self))
      json.endObject()
    }
    return json.bytes.dropFirst()
  }

  /// `source/id`; a repeated id gets a number.
  private func name(_ place: CampusRecords.Place) -> String {
    let record = blocks[place]
    let name = blocks[Int(place.block)].sources.names[Int(record.source)] + "/" + record.id
    return repeats[place].map { "\(name)#\($0)" } ?? name
  }

  /// By record id the occurrence: equal for records of one occurrence, and for no others. Of records
  /// of one id, the last one's.
  public var occurrences: [String: UInt64] {
    var found: [String: UInt64] = [:]
    for (block, matches) in zip(blocks, matches) {
      for (record, match) in zip(block.records, matches) {
        found[record.id] = match.occurrence.map {
          UInt64(match.campus) << 32 | UInt64($0)
        }
      }
    }
    return found
  }
}
