import AlmanacModel

/// The blocking keys of candidates: two candidates are compared if they share one.
enum BlockingKeys {
  /// The kinds of blocking keys.
  private enum Kind: UInt64 {
    case titleWord = 1
    case uid, link, shingle, venue, title
  }

  /// Most keys of one candidate in a table.
  static func most(in table: RecordTable) -> Int {
    table.candidates.contains(where: \.moment.isYearOpen) ? 15 + 2 * otherYearKeys : 15
  }

  /// Most keys of a candidate for one other year.
  private static let otherYearKeys = 4

  /// Calls with the candidate's keys.
  @inline(__always)
  static func write(
    of candidate: LinkageRecord, _ comparer: PairComparer, _ write: (UInt64) -> Void
  ) {
    let day = candidate.moment.day
    let table = comparer.table
    writeRareWords(of: candidate, comparer) { write(key(.titleWord, $0, day)) }
    write(key(.title, comparer.weights.cores[Int(candidate.titleVariant)], day))
    if candidate.moment.isYearOpen { writeOtherYears(of: candidate, comparer, write) }
    // The same sentences are in both texts even where the titles share only common words.
    for index in candidate.shingles.range.prefix(2) {
      write(key(.shingle, UInt64(table.shingles[index]), day))
    }
    if !candidate.moment.isDay {
      let hour = candidate.moment.secondOfDay / 3_600 + day &* 24
      if let word = rarestVenueWord(of: candidate, comparer) { write(key(.venue, word, hour)) }
      // The title may be the other's venue.
      let place = comparer.weights.placeNames[Int(candidate.titleVariant)]
      if place != 0 { write(key(.venue, place, hour)) }
    }
    if candidate.uid != 0 {
      // Every instance of a series carries its uid; a single event may have moved to another day.
      if !candidate.isSeries { write(key(.uid, candidate.uid, -1)) }
      write(key(.uid, candidate.uid, day))
    }
    if candidate.link != 0 {
      if !candidate.isSeries, !candidate.isPageOfSeries {
        write(key(.link, candidate.link, -1))
      }
      write(key(.link, candidate.link, day))
    }
  }

  /// Writes the title and its first rare words on the same date of the years before and after.
  private static func writeOtherYears(
    of candidate: LinkageRecord, _ comparer: PairComparer, _ write: (UInt64) -> Void
  ) {
    var words: [UInt64] = []
    writeRareWords(of: candidate, comparer) { words.append($0) }
    for day in candidate.moment.daysOfOtherYears {
      write(key(.title, comparer.weights.cores[Int(candidate.titleVariant)], day))
      for word in words.prefix(otherYearKeys - 1) { write(key(.titleWord, word, day)) }
    }
  }

  /// Writes the rarest words of a title. Words of the venue rank last: they are rare, but every event
  /// there has them.
  @inline(__always)
  private static func writeRareWords(
    of candidate: LinkageRecord, _ comparer: PairComparer, _ write: (UInt64) -> Void
  ) {
    let table = comparer.table
    let venue = table.venues[Int(candidate.venue)]
    let titleVariant = table.titleVariants[Int(candidate.titleVariant)]
    var (known, new) = (RarestWords(), RarestWords())
    for index in titleVariant.words.range {
      let token = table.words[index].token
      let count = comparer.weights.counts[Int(token)]
      guard !comparer.weights.isBoilerplate[index] else { continue }
      let isVenue = VenueSimilarity.contains(venue, table.venueWord(ofTitleWord: index), table)
      let rank = (isVenue ? 1 << 32 : 0) + UInt64(count)
      let hash = table.tokens[Int(token)].hash
      if count <= 1 {
        new.offer(rank, hash)
      } else {
        known.offer(rank, hash)
      }
    }
    known.forEach(write)
    new.forEach(write)
  }

  /// The first three words by rank and hash.
  private struct RarestWords {
    private var words: InlineArray<3, (rank: UInt64, hash: UInt64)> = .init(repeating: (0, 0))
    private var count = 0

    mutating func offer(_ rank: UInt64, _ hash: UInt64) {
      var place = count
      if count == words.count {
        place -= 1
        guard (rank, hash) < words[place] else { return }
      } else {
        count += 1
      }
      while place > 0, (rank, hash) < words[place - 1] {
        words[place] = words[place - 1]
        place -= 1
      }
      words[place] = (rank, hash)
    }

    func forEach(_ body: (UInt64) -> Void) {
      for index in 0..<count { body(words[index].hash) }
    }
  }

  private static func rarestVenueWord(
    of candidate: LinkageRecord, _ comparer: PairComparer
  ) -> UInt64? {
    let table = comparer.table
    var best: (bits: Float, hash: UInt64)?
    for index in table.venues[Int(candidate.venue)].words.range {
      let token = Int(table.venueWords[index])
      let word = (comparer.weights.venueWords[token], table.tokens[token].hash)
      if best.map({ $0 < word }) ?? true { best = word }
    }
    return best?.hash
  }

  private static func key(_ kind: Kind, _ value: UInt64, _ day: Int32) -> UInt64 {
    var mixed = (value ^ kind.rawValue) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ (mixed >> 32) ^ UInt64(bitPattern: Int64(day))) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed >> 29)
  }
}
