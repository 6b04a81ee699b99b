/// What is learned over all statements of a campus before any two are compared: a snapshot, the
/// same for any order of them, and without the numbers of one table, so that it holds for another
/// night's.
struct CampusStatistics: Sendable {
  /// Raised when a snapshot of before says something else than one of now.
  static let version = 1

  /// In how many titles of how many sources a word stands; by the word's hash.
  var titleFrequency: [UInt64: Int32] = [:]
  var titleCount = 0
  /// In how many venue texts a word stands; by the word's hash.
  var venueFrequency: [UInt64: Int32] = [:]
  var venueCount = 0
  /// Openings and endings that a source puts on many titles; hashes of source and words.
  var habits: Set<UInt64> = []
  var sources = SourceHabits()
  /// Venue texts that are names of one place; hashes of both.
  var aliases: Set<UInt64> = []

  init(_ table: CandidateTable) {
    countWords(of: table)
    learnHabits(of: table)
    let weights = LexicalWeights(table, self)
    let twins = Twins(table, weights)
    sources = SourceHabits(twins, table)
    aliases = VenueAliases(table, twins, weights, sources).hashes
    sources.findLooseVenues(twins, table, weights)
  }

  private mutating func countWords(of table: CandidateTable) {
    titleCount = table.wordings.count
    var titles = [Int32](repeating: 0, count: table.tokenHashes.count)
    var venues = titles
    var last = [Int32](repeating: -1, count: table.tokenHashes.count)
    for (number, wording) in table.wordings.enumerated() {
      for index in wording.words.range {
        let token = Int(table.words[index].token)
        guard last[token] != Int32(number) else { continue }
        last[token] = Int32(number)
        titles[token] += 1
      }
    }
    for venue in table.venues where venue.words.count > 1 {
      venueCount += 1
      for index in venue.words.range { venues[Int(table.venueWords[index])] += 1 }
    }
    for (token, hash) in table.tokenHashes.enumerated() {
      if titles[token] > 0 { titleFrequency[hash] = titles[token] }
      if venues[token] > 0 { venueFrequency[hash] = venues[token] }
    }
  }

  /// Five different titles make a habit; one series of that name does not.
  private mutating func learnHabits(of table: CandidateTable) {
    var counts: [UInt64: Int] = [:]
    for wording in table.wordings {
      let ends = LexicalWeights.ends(of: wording, in: table)
      let source = table.sourceHashes[Int(wording.source)]
      for end in Set(ends.map { LexicalWeights.habit($0, of: source, in: table) }) {
        counts[end, default: 0] += 1
      }
    }
    habits = Set(counts.filter { $0.value >= 5 }.keys)
  }
}
