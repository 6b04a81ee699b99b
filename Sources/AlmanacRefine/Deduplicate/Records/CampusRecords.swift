import AlmanacModel

/// The records of one campus, put together.
struct CampusRecords: Sendable {
  struct Place: Sendable {
    let block: Int32
    let record: Int32
  }

  struct Found: Sendable {
    var places: [Place] = []
    /// By place.
    var matches: [RecordMatches.Match] = []
    var text: [UInt8] = []
    var happenings = 0
    var links = 0
  }

  let number: Int
  private(set) var places: [Place] = []

  init(number: Int) { self.number = number }

  mutating func append(_ place: Place) { places.append(place) }

  /// The result is the same whatever the order in which the records came.
  func find(
    in blocks: [RecordBlock], _ sources: RecordSources, workers: Int, explains: Bool
  ) async -> Found {
    let (ordered, comparer) = comparison(of: blocks, sources)
    let stated = stated(ordered, blocks)
    let clusterer = await HappeningClusterer(
      comparer, CandidatePairs(comparer), workers: workers)
    let links = clusterer.links()
    let clusters = clusterer.clusters(links)
    var found =
      explains
      ? write(ordered, stated, clusters, clusterer, blocks) : bare(ordered, stated, clusters)
    (found.happenings, found.links) = (clusters.count, links.count)
    return found
  }

  /// The records in their order, and what compares those that state a time.
  func comparison(
    of blocks: [RecordBlock], _ sources: RecordSources
  ) -> (ordered: [Place], comparer: PairComparer) {
    let ordered = ordered(blocks)
    let (names, numbers) = self.sources(blocks, sources)
    let stated = stated(ordered, blocks)
    let clock = CampusClock(
      stated.lazy.map { index in
        let record = record(ordered[index], blocks)
        return (moment(of: record, at: ordered[index], blocks).start, record.offset)
      })
    let stating = CandidateTable(
      stated.enumerated().map { item, index in
        let (place, record) = (ordered[index], record(ordered[index], blocks))
        let moment = moment(of: record, at: place, blocks)
        return CandidateTable.Entry(
          block: Int(place.block), statement: Int(record.statement), item: item,
          source: numbers[Int(sources.number(of: record.source, block: place.block))],
          moment: clock?.read(moment, offset: record.offset) ?? moment)
      }, of: blocks.map(\.statements), sources: names
    ).withoutLandingPages()
    let statistics = CampusStatistics(stating)
    return (
      ordered, PairComparer(stating.subtracting(statistics.sources.offsets), statistics)
    )
  }

  /// By candidate, its place in the order of the records.
  func stated(_ ordered: [Place], _ blocks: [RecordBlock]) -> [Int] {
    ordered.indices.filter { record(ordered[$0], blocks).statement >= 0 }
  }

  private func moment(
    of record: RecordBlock.Record, at place: Place, _ blocks: [RecordBlock]
  ) -> Moment {
    blocks[Int(place.block)].statements.statements[Int(record.statement)].moment
  }

  private func record(_ place: Place, _ blocks: [RecordBlock]) -> RecordBlock.Record {
    blocks[Int(place.block)].records[Int(place.record)]
  }

  /// The names of the campus's sources, ascending, and by source of all the campuses their numbers;
  /// -1 for the sources of others.
  private func sources(
    _ blocks: [RecordBlock], _ sources: RecordSources
  ) -> (names: [String], numbers: [Int]) {
    var numbers = [Int](repeating: -1, count: sources.names.count)
    for place in places {
      numbers[Int(sources.number(of: record(place, blocks).source, block: place.block))] = 0
    }
    var names: [String] = []
    for source in numbers.indices where numbers[source] == 0 {
      numbers[source] = names.count
      names.append(sources.names[source])
    }
    return (names, numbers)
  }

  /// By day, so that those that are compared stand near each other; of one day by source and id, and
  /// of records that are called the same by what they say.
  private func ordered(_ blocks: [RecordBlock]) -> [Place] {
    let keys = places.map { place -> (day: Int32, name: UInt64, line: UInt64, place: Place) in
      let block = blocks[Int(place.block)]
      let record = block.records[Int(place.record)]
      let statement = Int(record.statement)
      let day = statement < 0 ? .max : block.statements.statements[statement].moment.day
      return (day, record.name, record.hash, place)
    }
    return keys.sorted { ($0.day, $0.name, $0.line) < ($1.day, $1.name, $1.line) }.map(\.place)
  }

  private func bare(_ ordered: [Place], _ stated: [Int], _ clusters: [[Int]]) -> Found {
    var found = Found(places: ordered)
    found.matches = ordered.map { _ in
      RecordMatches.Match(campus: Int32(number), happening: -1, members: .empty)
    }
    for (number, cluster) in clusters.enumerated() {
      for member in cluster { found.matches[stated[member]].happening = Int32(number) }
    }
    return found
  }

  private func write(
    _ ordered: [Place], _ stated: [Int], _ clusters: [[Int]], _ clusterer: HappeningClusterer,
    _ blocks: [RecordBlock]
  ) -> Found {
    var found = Found(places: ordered)
    let names = names(of: ordered, blocks)
    var happenings = [Int32](repeating: -1, count: ordered.count)
    var leaders = Array(ordered.indices)
    for (number, cluster) in clusters.enumerated() {
      for member in cluster {
        happenings[stated[member]] = Int32(number)
        leaders[stated[member]] = stated[cluster[0]]
      }
    }
    let events = events(clusterer.comparer.table, clusters)
    var candidates = [Int](repeating: -1, count: ordered.count)
    for (candidate, index) in stated.enumerated() { candidates[index] = candidate }
    for index in ordered.indices {
      var json = JSONWriter()
      json.beginObject()
      json.key("occurrence")
      json.string(names[leaders[index]])
      json.key("event")
      let candidate = candidates[index]
      json.string(names[candidate < 0 ? index : stated[events[candidate]]])
      json.key("match")
      let leader = candidates[leaders[index]]
      if candidate >= 0, leader != candidate {
        write(candidate, leader, names[leaders[index]], clusterer, to: &json)
      } else {
        json.null()
      }
      let start = found.text.count
      found.text.append(contentsOf: json.bytes.dropFirst())
      found.matches.append(
        RecordMatches.Match(
          campus: Int32(number), happening: happenings[index],
          members: Stretch(from: start, to: found.text.count)))
    }
    return found
  }

  private func write(
    _ candidate: Int, _ leader: Int, _ name: String, _ clusterer: HappeningClusterer,
    to json: inout JSONWriter
  ) {
    let evidence = clusterer.evidence(candidate, leader)
    json.beginObject()
    json.key("score")
    json.number(((evidence?.score ?? 0) * 1_000).rounded() / 1_000)
    json.key("with")
    json.string(name)
    json.key("evidence")
    json.beginArray()
    for word in evidence?.words ?? ["by way of another record"] { json.string(word) }
    json.endArray()
    json.endObject()
  }

  /// `source/id`; one that comes again gets a number, so that both are told apart.
  private func names(of ordered: [Place], _ blocks: [RecordBlock]) -> [String] {
    var names = ordered.map { place in
      let record = record(place, blocks)
      let block = blocks[Int(place.block)]
      return block.sources.names[Int(record.source)] + "/" + block.id(of: record)
    }
    // Those that are called the same stand side by side so.
    let keys = ordered.enumerated().map {
      index, place -> (name: UInt64, line: UInt64, index: Int) in
      let record = record(place, blocks)
      return (record.name, record.hash, index)
    }
    var last = ""
    var count = 1
    for key in keys.sorted(by: { ($0.name, $0.line, $0.index) < ($1.name, $1.line, $1.index) }) {
      let name = names[key.index]
      count = name == last ? count + 1 : 1
      last = name
      if count > 1 { names[key.index] = "\(name)#\(count)" }
    }
    return names
  }

  /// By candidate the first one of its event: happenings that share a uid of one source are
  /// occurrences of a series.
  private func events(_ table: CandidateTable, _ clusters: [[Int]]) -> [Int] {
    var sets = DisjointSets(count: table.candidates.count)
    for cluster in clusters {
      for member in cluster.dropFirst() { sets.unite(cluster[0], member) }
    }
    var first: [UInt64: Int] = [:]
    for (index, candidate) in table.candidates.enumerated() where candidate.uid != 0 {
      let key = PhraseHash.step(candidate.uid, UInt64(candidate.source))
      if let other = first[key] { sets.unite(other, index) } else { first[key] = index }
    }
    return table.candidates.indices.map { sets.root(of: $0) }
  }
}
