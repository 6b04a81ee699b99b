/// What is learned over all records of a campus before any two are compared: the same for any
/// order of them, and without the numbers of one table, so that it also holds for another run's.
/// The match weight of two records depends on them and on this alone.
struct CorpusStatistics: Hashable, Sendable {
  /// Raised when a snapshot of before says something else than one of now.
  static let version = 5

  /// How many titles contain a word; by the word's hash.
  var titleFrequency: [UInt64: Int32] = [:]
  var titleCount = 0
  /// How many venue texts contain a word; by the word's hash.
  var venueFrequency: [UInt64: Int32] = [:]
  var venueCount = 0
  /// Openings and endings that a source puts on many titles; hashes of source and words.
  var habits: Set<UInt64> = []
  var sources = SourceProfiles()
  /// Venue texts that are names of one place; hashes of both.
  var aliases: Set<UInt64> = []
  /// Hashes of pairs of sources of which one lists most of what the other lists.
  var mirrors: Set<UInt64> = []
  /// Hashes of the names of the sources that it was learned of.
  var knownSources: Set<UInt64> = []
  /// Titles that their sources use as labels.
  var titleUses = TitleUsage()

  init(_ table: RecordTable) {
    countWords(of: table)
    learnHabits(of: table)
    let weights = TermWeights(table, self)
    titleUses = TitleUsage(table, weights)
    let seeds = SeedMatches(table, weights)
    sources = SourceProfiles(seeds, table)
    aliases =
      VenueAliases(
        table, seeds.withoutPrograms(titleUses, table, weights), weights, sources
      ).hashes
    sources.findHouses(seeds, table, weights)
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

  /// Five different titles make a habit; one series of that name does not.
  private mutating func learnHabits(of table: RecordTable) {
    var known = HashIndex(capacity: table.titleVariants.count)
    var counts: [Int32] = []
    func count(_ habit: UInt64) {
      let number = Int(known.number(of: habit, else: Int32(counts.count)))
      if number == counts.count { counts.append(0) }
      counts[number] += 1
      if counts[number] == 5 { habits.insert(habit) }
    }
    for titleVariant in table.titleVariants {
      guard let ends = TermWeights.ends(of: titleVariant, in: table) else { continue }
      let source = table.sourceHashes[Int(titleVariant.source)]
      let first = TermWeights.habit(ends.first, of: source, in: table)
      let last = TermWeights.habit(ends.last, of: source, in: table)
      count(first)
      if last != first { count(last) }
    }
  }
}
