import AlmanacModel

/// The records of one campus, of all blocks.
struct CampusRecords: Sendable {
  struct Place: Sendable {
    let block: Int
    let record: Int
  }

  struct Match: Sendable {
    let campus: Int
    /// Index of the occurrence among those of the campus; nil for a record without a start.
    var occurrence: Int?
    /// The added members as JSON without braces; empty unless they are wanted.
    var members: ArraySlice<UInt8> = []
  }

  typealias Found = (matches: [(place: Place, match: Match)], occurrences: Int)

  let number: Int
  private(set) var places: [Place] = []

  /// In order of their names.
  static func campuses(of blocks: [RecordBlock]) -> [CampusRecords] {
    let names = Set(blocks.flatMap(\.campuses.names)).sorted()
    let known = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    var campuses = names.indices.map { CampusRecords(number: $0) }
    for (number, block) in blocks.enumerated() {
      let numbers = block.campuses.names.map { known[$0] ?? 0 }
      for (index, record) in block.records.enumerated() {
        campuses[numbers[Int(record.campus)]].places.append(Place(block: number, record: index))
      }
    }
    return campuses
  }

  /// The input of deduplication: records of one source that share a uid are one item, such as a series.
  struct Prepared: Sendable {
    /// By day, so that those that are compared are near each other; of one day by source and id.
    let ordered: [Place]
    /// By candidate, its place in that order.
    let places: [Int]
    let items: [RecordClusters.Item]
    let comparer: PairComparer
  }

  func prepared(from blocks: [RecordBlock], _ linkage: LinkageWeights) -> Prepared {
    let ordered = ordered(blocks)
    let names = Set(places.map { source(of: $0, blocks) }).sorted()
    let sources = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let clock = CampusClock(
      ordered.compactMap { place -> (start: Int64, offset: Int?)? in
        let record = record(place, blocks)
        return record.linkageRecords.range.first.map {
          (
            blocks[place.block].texts.records[$0].moment.start,
            record.offset.map(Int.init)
          )
        }
      })
    var items: [RecordClusters.Item] = []
    var itemOfUID = HashIndex()
    var entries: [(block: Int, record: LinkageRecord)] = []
    var recordOfCandidate: [Int] = []
    for (index, place) in ordered.enumerated() {
      let record = record(place, blocks)
      guard !record.linkageRecords.isEmpty else { continue }
      let source = sources[self.source(of: place, blocks)] ?? 0
      var item = items.count
      if record.uid != 0 {
        let key = PhraseHash.combine(record.uid, UInt64(source))
        item = Int(itemOfUID.number(of: key, else: Int32(item)))
      }
      if item == items.count {
        items.append(
          RecordClusters.Item(source: source, isSeries: false, days: days(place, blocks)))
      } else {
        items[item] = RecordClusters.Item(source: source, isSeries: true, days: nil)
      }
      for number in record.linkageRecords.range {
        var entry = blocks[place.block].texts.records[number]
        (entry.item, entry.source) = (Int32(item), Int32(source))
        entry.moment =
          clock?.read(entry.moment, offset: record.offset.map(Int.init)) ?? entry.moment
        entries.append((place.block, entry))
        recordOfCandidate.append(index)
      }
    }
    let table = RecordTable(entries, of: blocks.map(\.texts), sources: names)
    let statistics = CorpusStatistics(table)
    return Prepared(
      ordered: ordered, places: recordOfCandidate, items: items,
      comparer: PairComparer(
        table.subtracting(statistics.sources.offsets), statistics, linkage: linkage))
  }

  /// The result is the same for any order of the records.
  ///
  /// - Parameter explains: Whether the members that are added to records are wanted.
  func matches(
    in blocks: [RecordBlock], _ linkage: LinkageWeights, workers: Int, explains: Bool
  ) async -> Found {
    let prepared = prepared(from: blocks, linkage)
    let clusters = await RecordClusters(prepared.comparer, prepared.items, workers: workers)
    var matches = prepared.ordered.map { ($0, match: Match(campus: number)) }
    // A record of several days is several candidates; its first one decides its occurrence.
    var leaders = [Int?](repeating: nil, count: matches.count)
    var candidates = leaders
    for (number, occurrence) in clusters.occurrences.enumerated() {
      for member in occurrence {
        let index = prepared.places[member.candidate]
        guard candidates[index].map({ $0 > member.candidate }) ?? true else { continue }
        candidates[index] = member.candidate
        leaders[index] = occurrence[0].candidate
        matches[index].match.occurrence = number
      }
    }
    guard explains else { return (matches, clusters.occurrences.count) }
    let names = names(of: prepared.ordered, blocks)
    let items = prepared.comparer.table.candidates.map { Int($0.item) }
    var first = [Int](repeating: Int.max, count: prepared.items.count)
    for (candidate, index) in prepared.places.enumerated() {
      first[items[candidate]] = min(first[items[candidate]], index)
    }
    for (index, candidate) in candidates.enumerated() {
      guard let candidate, let leader = leaders[index] else {
        matches[index].match.members = Self.members(
          occurrence: names[index], event: names[index], isLed: false, nil)
        continue
      }
      let group = clusters.groups[clusters.groupOfItem[items[candidate]]]
      let event = group.map { first[$0] }.min() ?? index
      let isLed = candidate != leader
      matches[index].match.members = Self.members(
        occurrence: names[prepared.places[leader]], event: names[event], isLed: isLed,
        isLed ? clusters.clusterer.evidence(candidate, leader) : nil)
    }
    return (matches, clusters.occurrences.count)
  }

  private static func members(
    occurrence: String, event: String, isLed: Bool, _ evidence: PairEvidence?
  ) -> ArraySlice<UInt8> {
    var json = JSONWriter()
    json.beginObject()
    json.member("occurrence", occurrence)
    json.member("event", event)
    json.key("match")
    if isLed {
      json.beginObject()
      json.member("score", ((evidence?.score ?? 0) * 1_000).rounded() / 1_000)
      json.member("with", occurrence)
      json.key("evidence")
      json.beginArray()
      for word in evidence?.words ?? ["by way of another record"] { json.string(word) }
      json.endArray()
      json.endObject()
    } else {
      json.null()
    }
    return json.bytes.dropFirst()
  }

  private func record(_ place: Place, _ blocks: [RecordBlock]) -> RecordBlock.Record {
    blocks[place.block].records[place.record]
  }

  private func source(of place: Place, _ blocks: [RecordBlock]) -> String {
    blocks[place.block].sources.names[Int(record(place, blocks).source)]
  }

  /// Day numbers of a record of several whole days; nil for all others.
  private func days(_ place: Place, _ blocks: [RecordBlock]) -> Range<Int>? {
    let range = record(place, blocks).linkageRecords.range
    guard range.count > 1 else { return nil }
    let first = Int(blocks[place.block].texts.records[range.lowerBound].moment.day)
    return first..<first + range.count
  }

  private func ordered(_ blocks: [RecordBlock]) -> [Place] {
    places.map { place -> (day: Int32, name: UInt64, line: UInt64, place: Place) in
      let block = blocks[place.block]
      let record = block.records[place.record]
      let day = record.linkageRecords.range.first.map { block.texts.records[$0].moment.day }
      let name = record.id.utf8.reduce(
        StableHash(block.sources.names[Int(record.source)]).value, StableHash.step)
      return (day ?? .max, name, record.hash, place)
    }.sorted { ($0.day, $0.name, $0.line) < ($1.day, $1.name, $1.line) }.map(\.place)
  }

  /// `source/id`; a repeated id gets a number.
  private func names(of ordered: [Place], _ blocks: [RecordBlock]) -> [String] {
    var names = ordered.map { source(of: $0, blocks) + "/" + record($0, blocks).id }
    let keys = ordered.indices.map { (name: names[$0], line: record(ordered[$0], blocks).hash, $0) }
    var (last, count) = ("", 1)
    for (name, _, index) in keys.sorted(by: { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }) {
      count = name == last ? count + 1 : 1
      last = name
      if count > 1 { names[index] = "\(name)#\(count)" }
    }
    return names
  }
}
