import AlmanacModel

/// The records of one campus, of all blocks.
struct CampusRecords: Sendable {
  struct Place: Hashable, Sendable {
    let block: Int32
    let record: Int32
  }

  struct Match: Sendable {
    /// `CampusRecords.number`.
    let campus: Int32
    /// Index of the occurrence among those of the campus; nil for a record without a start.
    var occurrence: Int32?
    /// The record that gives the occurrence its name.
    var leader: Place
    /// The first record of the event.
    var event: Place
    /// Of the pair with the leader, in `Found.evidence`: a JSON array.
    var evidence = IndexRange.empty
    /// In thousandths.
    var score: Int16 = 0
  }

  /// Compact, because the matches of all campuses are in memory together.
  struct Found: Sendable {
    let matches: [(place: Place, match: Match)]
    let occurrences: Int
    var evidence: [UInt8] = []
    /// The number of a record among those of its source with the same id, from 2 on.
    var repeats: [Place: Int] = [:]
  }

  /// The names of all campuses or sources in their order, and by block the index of each of its names.
  struct Names: Sendable {
    let names: [String]
    let indices: [[Int]]

    init(_ blocks: [NameIndex]) {
      names = Set(blocks.flatMap(\.names)).sorted()
      let known = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
      indices = blocks.map { $0.names.map { known[$0] ?? 0 } }
    }
  }

  let number: Int
  /// Of all campuses.
  private let sources: Names
  private(set) var places: [Place] = []

  /// In order of their names.
  static func campuses(of blocks: [RecordBlock]) -> [CampusRecords] {
    let names = Names(blocks.map(\.campuses))
    let sources = Names(blocks.map(\.sources))
    var campuses = names.names.indices.map { CampusRecords(number: $0, sources: sources) }
    for (number, block) in blocks.enumerated() {
      let numbers = names.indices[number]
      for (index, record) in block.records.enumerated() {
        campuses[numbers[Int(record.campus)]].places.append(
          Place(block: Int32(number), record: Int32(index)))
      }
    }
    return campuses
  }

  /// The input of deduplication: records of one source that share a uid are one item, such as a series.
  struct Prepared: Sendable {
    /// By day, so that those that are compared are near each other; of one day by source and id.
    let ordered: [Key]
    /// By candidate, its place in that order.
    let places: [Int]
    let items: [RecordClusters.Item]
    let comparer: PairComparer
  }

  /// What orders records.
  struct Key: Sendable {
    let day: Int32
    /// Hash of the source and the id.
    let name: UInt64
    /// Hash of the line.
    let line: UInt64
    let place: Place
  }

  func prepared(from blocks: [RecordBlock], _ linkage: LinkageWeights) -> Prepared {
    let ordered = ordered(blocks)
    let clock = CampusClock(
      ordered.compactMap { key -> (start: Int64, offset: Int?)? in
        let record = blocks[key.place]
        return record.linkageRecords.range.first.map {
          let moment = blocks[Int(key.place.block)].texts.records[$0].moment
          return (moment.start, record.offset.map(Int.init))
        }
      })
    var items: [RecordClusters.Item] = []
    var itemOfUID = HashIndex()
    var entries: [(block: Int, record: LinkageRecord)] = []
    var recordOfCandidate: [Int] = []
    for (index, key) in ordered.enumerated() {
      let record = blocks[key.place]
      guard !record.linkageRecords.isEmpty else { continue }
      let block = Int(key.place.block)
      let source = sources.indices[block][Int(record.source)]
      var item = items.count
      if record.uid != 0 {
        let key = PhraseHash.combine(record.uid, UInt64(source))
        item = Int(itemOfUID.number(of: key, else: Int32(item)))
      }
      if item == items.count {
        items.append(
          RecordClusters.Item(
            source: source, isSeries: false, days: days(record, blocks[block].texts)))
      } else {
        items[item] = RecordClusters.Item(source: source, isSeries: true, days: nil)
      }
      for number in record.linkageRecords.range {
        var entry = blocks[block].texts.records[number]
        (entry.item, entry.source) = (Int32(item), Int32(source))
        entry.moment =
          clock?.read(entry.moment, offset: record.offset.map(Int.init)) ?? entry.moment
        entries.append((block, entry))
        recordOfCandidate.append(index)
      }
    }
    let table = RecordTable(entries, of: blocks.map(\.texts), sources: sources.names)
    let statistics = CorpusStatistics(table)
    return Prepared(
      ordered: ordered, places: recordOfCandidate, items: items,
      comparer: PairComparer(
        table.subtracting(statistics.sources.offsets), statistics, linkage: linkage))
  }

  /// The result is the same for any order of the records.
  ///
  /// - Parameter explains: Whether the evidence and the names of records are wanted.
  func matches(
    in blocks: [RecordBlock], _ linkage: LinkageWeights, workers: Int, explains: Bool
  ) async -> Found {
    let prepared = prepared(from: blocks, linkage)
    let ordered = prepared.ordered
    let clusters = await RecordClusters(prepared.comparer, prepared.items, workers: workers)
    var matches = ordered.map {
      Match(campus: Int32(number), leader: $0.place, event: $0.place)
    }
    // A record of several days is several candidates; its first one decides its occurrence.
    var candidates = [(own: Int, leader: Int)?](repeating: nil, count: matches.count)
    for (number, occurrence) in clusters.occurrences.enumerated() {
      for member in occurrence {
        let index = prepared.places[member.candidate]
        guard candidates[index].map({ $0.own > member.candidate }) ?? true else { continue }
        candidates[index] = (member.candidate, occurrence[0].candidate)
        matches[index].occurrence = Int32(number)
        matches[index].leader = ordered[prepared.places[occurrence[0].candidate]].place
      }
    }
    var evidence = JSONWriter()
    if explains {
      let items = prepared.comparer.table.candidates.map { Int($0.item) }
      var first = [Int](repeating: Int.max, count: prepared.items.count)
      for (candidate, index) in prepared.places.enumerated() {
        first[items[candidate]] = min(first[items[candidate]], index)
      }
      for (index, candidate) in candidates.enumerated() {
        guard let (own, leader) = candidate else { continue }
        let group = clusters.groups[clusters.groupOfItem[items[own]]]
        matches[index].event = ordered[group.map { first[$0] }.min() ?? index].place
        guard own != leader else { continue }
        let found = clusters.clusterer.evidence(own, leader)
        let start = evidence.bytes.count
        evidence.beginArray()
        for word in found?.words ?? ["by way of another record"] { evidence.string(word) }
        evidence.endArray()
        matches[index].evidence = IndexRange(from: start, to: evidence.bytes.count)
        evidence.endLine()
        matches[index].score = Int16(((found?.score ?? 0) * 1_000).rounded())
      }
    }
    return Found(
      matches: zip(ordered, matches).map { ($0.place, $1) },
      occurrences: clusters.occurrences.count, evidence: evidence.bytes,
      repeats: explains ? repeats(ordered) : [:])
  }

  /// Day numbers of a record of several whole days; nil for all others.
  private func days(_ record: RecordBlock.Record, _ texts: RecordTexts) -> Range<Int>? {
    let range = record.linkageRecords.range
    guard range.count > 1 else { return nil }
    let first = Int(texts.records[range.lowerBound].moment.day)
    return first..<first + range.count
  }

  private func ordered(_ blocks: [RecordBlock]) -> [Key] {
    places.map { place in
      let record = blocks[place]
      let block = Int(place.block)
      let day = record.linkageRecords.range.first.map {
        blocks[block].texts.records[$0].moment.day
      }
      let source = sources.names[sources.indices[block][Int(record.source)]]
      let name = record.id.utf8.reduce(StableHash(source).value, StableHash.step)
      return Key(day: day ?? .max, name: name, line: record.hash, place: place)
    }.sorted { ($0.day, $0.name, $0.line) < ($1.day, $1.name, $1.line) }
  }

  private func repeats(_ ordered: [Key]) -> [Place: Int] {
    var counts: [UInt64: Int] = [:]
    return ordered.sorted { $0.line < $1.line }.reduce(into: [:]) { repeats, key in
      let count = (counts[key.name] ?? 0) + 1
      counts[key.name] = count
      if count > 1 { repeats[key.place] = count }
    }
  }
}

extension [RecordBlock] {
  subscript(place: CampusRecords.Place) -> RecordBlock.Record {
    self[Int(place.block)].records[Int(place.record)]
  }
}
