import AlmanacModel

/// How sources use their titles: a title that a source gives to many of its items is a label and
/// identifies none of them.
struct TitleUsage: Hashable, Sendable {
  struct Use: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// A source has it at several places: a program of an organization with several branches.
    static let severalPlaces = Use(rawValue: 1)
    /// The source has it at three starts or more.
    static let repeated = Use(rawValue: 2)
    /// It only means that a room or a person is not available.
    static let occupancy = Use(rawValue: 4)
    /// It announces that a venue is closed.
    static let closing = Use(rawValue: 8)
    /// It names an activity and no event: "Yoga", "Citizenship Prep".
    static let activity = Use(rawValue: 16)
  }

  /// By the hash of source and title, but for titles of no special use.
  private(set) var uses: [UInt64: Use] = [:]
  /// By the title's hash, the fewest seconds between two of its starts that one source lists at one venue
  /// on one day: a program of several hours, whatever source lists it.
  private(set) var gaps: [UInt64: Int64] = [:]

  init(uses: [UInt64: Use] = [:], gaps: [UInt64: Int64] = [:]) {
    self.uses = uses
    self.gaps = gaps
  }

  private struct Count {
    /// Index of the first venue; -1 where none is listed.
    var venue = -1
    var start: Int64
    var starts = 1
  }

  init(_ table: RecordTable, _ weights: TermWeights) {
    var counts: [UInt64: Count] = [:]
    var programs: Set<UInt64> = []
    for candidate in table.candidates {
      let key = Self.key(Int(candidate.titleVariant), table, weights)
      var count = counts[key] ?? Count(start: candidate.moment.start)
      if count.start != candidate.moment.start {
        count.starts += 1
        count.start = candidate.moment.start
      }
      let venue = Int(candidate.venue)
      if count.venue < 0, !table.venues[venue].words.isEmpty { count.venue = venue }
      if count.venue >= 0, Self.areTwoPlaces(count.venue, venue, table, weights) {
        programs.insert(weights.cores[Int(candidate.titleVariant)])
      }
      counts[key] = count
    }
    for (index, titleVariant) in table.titleVariants.enumerated() {
      let key = Self.key(index, table, weights)
      guard let count = counts[key] else { continue }
      var use: Use = programs.contains(weights.cores[index]) ? .severalPlaces : []
      if count.starts > 2 { use.insert(.repeated) }
      let words = table.words[titleVariant.words.range].map { table.tokens[Int($0.token)] }
      use.formUnion(Self.meaning(of: words))
      if !use.isEmpty { uses[key] = use }
    }
    findGaps(table, weights, counts)
  }

  private mutating func findGaps(
    _ table: RecordTable, _ weights: TermWeights, _ counts: [UInt64: Count]
  ) {
    var days: [UInt64: (title: UInt64, starts: [Int64])] = [:]
    for candidate in table.candidates where !candidate.moment.isDay {
      let titleVariant = Int(candidate.titleVariant)
      let key = Self.key(titleVariant, table, weights)
      guard let count = counts[key], count.starts > 1 else { continue }
      let (venue, day) = (table.venues[Int(candidate.venue)].hash, Int64(candidate.moment.day))
      let place = PhraseHash.combine(venue, UInt64(bitPattern: day))
      days[PhraseHash.combine(key, place), default: (weights.cores[titleVariant], [])].starts
        .append(candidate.moment.start)
    }
    for (title, starts) in days.values where starts.count > 1 {
      let starts = starts.sorted()
      let gap = zip(starts, starts.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min()
      if let gap { gaps[title] = min(gap, gaps[title] ?? gap) }
    }
  }

  private static func areTwoPlaces(
    _ first: Int, _ second: Int, _ table: RecordTable, _ weights: TermWeights
  ) -> Bool {
    let (left, right) = (table.venues[first], table.venues[second])
    guard first != second, !right.words.isEmpty else { return false }
    let similarity = VenueSimilarity(left, right, table, weights)
    return !similarity.isVague && similarity.share < 0.6
  }

  /// By title variant of the table.
  func byTitleVariant(of table: RecordTable, _ weights: TermWeights) -> [Use] {
    table.titleVariants.indices.map { uses[Self.key($0, table, weights)] ?? [] }
  }

  /// Of a title as its source writes it, without words that say nothing.
  static func key(
    _ titleVariant: Int, _ table: RecordTable, _ weights: TermWeights
  ) -> UInt64 {
    key(
      weights.cores[titleVariant],
      table.sourceHashes[Int(table.titleVariants[titleVariant].source)])
  }

  static func key(_ core: UInt64, _ source: UInt64) -> UInt64 { PhraseHash.combine(source, core) }

  private static func meaning(of words: [RecordTable.Token]) -> Use {
    var meaning: Use = []
    if words.contains(where: { TitleWords.closingWords.contains($0.hash) }) {
      meaning.insert(.closing)
    }
    func isOccupancy(_ word: RecordTable.Token) -> Bool {
      TitleWords.occupancyWords.contains(word.hash) || TitleWords.closingWords.contains(word.hash)
    }
    let saysNothingElse = words.allSatisfy {
      $0.isStopWord || isOccupancy($0) || TitleWords.commonWords.contains($0.hash)
    }
    if saysNothingElse, words.contains(where: isOccupancy) { meaning.insert(.occupancy) }
    let isActivity = words.allSatisfy {
      $0.isStopWord || TitleWords.programWords.contains($0.hash)
        || TitleWords.commonWords.contains($0.hash)
    }
    if isActivity { meaning.insert(.activity) }
    return meaning
  }
}
