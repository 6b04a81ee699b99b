/// Statistics of all records of a campus, learned before any two are compared. They are the same for
/// any order of the records and refer to words by hash, so that another run can use them. The match
/// weight of two records depends on the records and these statistics alone.
struct CorpusStatistics: Hashable, Sendable {
  /// Raised when the content of a snapshot changes its meaning.
  static let version = 9

  /// How many titles contain a word; by the word's hash.
  var titleFrequency: [UInt64: Int32] = [:]
  var titleCount = 0
  /// How many venue texts contain a word; by the word's hash.
  var venueFrequency: [UInt64: Int32] = [:]
  var venueCount = 0
  /// Openings and endings that a source puts on many titles; hashes of source and words.
  var boilerplate: Set<UInt64> = []
  var sources = SourceProfiles()
  /// Venue texts that are names of one place; hashes of both.
  var aliases: Set<UInt64> = []
  /// Hashes of pairs of sources of which one lists most of what the other lists.
  var mirrors: Set<UInt64> = []
  /// Hashes of the names of the sources that the statistics include.
  var knownSources: Set<UInt64> = []
  /// Titles that their sources use as labels.
  var titleUses = TitleUsage()

  init(_ table: RecordTable) {
    countWords(of: table)
    learnBoilerplate(of: table)
    let weights = TermWeights(table, self)
    titleUses = TitleUsage(table, weights)
    let seeds = SeedMatches(table, weights)
    sources = SourceProfiles(seeds, table)
    aliases =
      VenueAliases(
        table, seeds.withoutPrograms(titleUses, table, weights), weights, sources
      ).hashes
    sources.findVenues(seeds, table, weights)
    mirrors = MirroredSources(table, weights).hashes
    knownSources = Set(table.sourceHashes)
  }

  private mutating func countWords(of table: RecordTable) {
    titleCount = table.titleVariants.count
    var titles = [Int32](repeating: 0, count: table.tokens.count)
    var venues = titles
    for word in table.words where !word.isRepeated { titles[Int(word.token)] += 1 }
    for venue in table.venues where venue.words.count > 1 {
      venueCount += 1
      for index in venue.words.range { venues[Int(table.venueWords[index])] += 1 }
    }
    for (token, word) in table.tokens.enumerated() {
      if titles[token] > 0 { titleFrequency[word.hash] = titles[token] }
      if venues[token] > 0 { venueFrequency[word.hash] = venues[token] }
    }
  }

  /// Five different titles make a part boilerplate; one series of that name does not.
  private mutating func learnBoilerplate(of table: RecordTable) {
    var known = HashIndex(capacity: table.titleVariants.count)
    var counts: [Int32] = []
    func count(_ boilerplatePart: UInt64) {
      let number = Int(known.number(of: boilerplatePart, else: Int32(counts.count)))
      if number == counts.count { counts.append(0) }
      counts[number] += 1
      if counts[number] == 5 { boilerplate.insert(boilerplatePart) }
    }
    for titleVariant in table.titleVariants {
      guard let ends = TermWeights.ends(of: titleVariant, in: table) else { continue }
      let source = table.sourceHashes[Int(titleVariant.source)]
      let first = TermWeights.boilerplatePart(ends.first, of: source, in: table)
      let last = TermWeights.boilerplatePart(ends.last, of: source, in: table)
      count(first)
      if last != first { count(last) }
    }
  }
}
