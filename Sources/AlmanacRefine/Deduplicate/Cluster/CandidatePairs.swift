import AlmanacModel

/// Which candidates are worth comparing: those that share a day and a rare title word, an
/// identifier or a link. Never all pairs.
struct CandidatePairs: Sendable {
  /// Two candidates, the lower index first.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int

    init(_ left: Int, _ right: Int) {
      first = min(left, right)
      second = max(left, right)
    }
  }

  /// What a block has in common.
  private enum Key: UInt8 {
    case titleWord = 1
    case uid, uidAndDay, link, shingle
  }

  private struct Entry {
    let key: UInt64
    let start: Int64
    let candidate: Int
  }

  /// A block with more candidates is split by exact start: it is a word that a busy calendar has
  /// everywhere, and comparing its members with each other would be all pairs again.
  private static let largestBlock = 64
  private static let wordsPerTitle = 4

  /// In ascending order, none twice.
  static func pairs(among candidates: [Candidate], statistics: CampusStatistics) -> [Pair] {
    var entries: [Entry] = []
    for (index, candidate) in candidates.enumerated() {
      for key in keys(of: candidate, statistics) {
        entries.append(Entry(key: key, start: candidate.moment.start, candidate: index))
      }
    }
    entries.sort {
      ($0.key, $0.start, $0.candidate) < ($1.key, $1.start, $1.candidate)
    }
    var found: [Pair] = []
    for block in runs(of: entries[...], by: \.key) {
      if block.count <= largestBlock {
        collect(block, candidates, into: &found)
      } else {
        for slot in runs(of: block, by: \.start) {
          collect(slot.prefix(largestBlock * 4), candidates, into: &found)
        }
      }
    }
    return unique(found)
  }

  private static func keys(
    of candidate: Candidate, _ statistics: CampusStatistics
  ) -> [UInt64] {
    let day = candidate.moment.day
    // The same sentences are in both texts even where the titles share only common words.
    var keys = candidate.text.shingles.prefix(2).map { key(.shingle, $0, day) }
    for word in rareWords(of: candidate, statistics.titles) {
      keys.append(key(.titleWord, word, day))
      for offset in statistics.habits.offsets(of: candidate.source) {
        keys.append(key(.titleWord, word, candidate.moment.day(shiftedBy: -offset)))
      }
    }
    if let uid = candidate.uid {
      // Every instance of a series carries its uid; a single event may have moved to another day.
      keys.append(candidate.isSeries ? key(.uidAndDay, uid, day) : key(.uid, uid, 0))
      if !candidate.isSeries { keys.append(key(.uidAndDay, uid, day)) }
    }
    if let link = candidate.link {
      keys.append(key(.link, link, candidate.isSeries ? day : 0))
      if !candidate.isSeries { keys.append(key(.link, link, day)) }
    }
    return keys
  }

  /// Words of the venue come last: they are rare, but every event there has them. Of a title in two
  /// scripts the words of each: another source may have left one of them out.
  private static func rareWords(
    of candidate: Candidate, _ statistics: TitleStatistics
  ) -> [UInt64] {
    let title = candidate.title
    func order(_ word: UInt64) -> (Int, Int, UInt64) {
      let isVenue = SortedSets.contains(candidate.venue.words, word)
      return (isVenue ? 1 : 0, statistics.count(of: word), word)
    }
    let sorted = title.sortedHashes.sorted { order($0) < order($1) }
    guard title.hasForeignWords else { return Array(sorted.prefix(wordsPerTitle)) }
    let foreign = Set(title.words.filter(title.isForeign).map(\.hash))
    return Array(sorted.filter { foreign.contains($0) }.prefix(wordsPerTitle))
      + Array(sorted.filter { !foreign.contains($0) }.prefix(wordsPerTitle))
  }

  private static func key(_ kind: Key, _ value: UInt64, _ day: Int) -> UInt64 {
    let dayBits = UInt64(bitPattern: Int64(day)) &* 0x9e37_79b9_7f4a_7c15
    return ((value ^ UInt64(kind.rawValue)) &* 0xff51_afd7_ed55_8ccd) ^ dayBits
  }

  private static func runs(
    of entries: ArraySlice<Entry>, by property: (Entry) -> some Equatable
  ) -> [ArraySlice<Entry>] {
    var runs: [ArraySlice<Entry>] = []
    var start = entries.startIndex
    for index in entries.indices where property(entries[index]) != property(entries[start]) {
      runs.append(entries[start..<index])
      start = index
    }
    if start < entries.endIndex { runs.append(entries[start...]) }
    return runs
  }

  private static func collect(
    _ block: ArraySlice<Entry>, _ candidates: [Candidate], into pairs: inout [Pair]
  ) {
    for (offset, entry) in block.enumerated() {
      for other in block.dropFirst(offset + 1)
      where candidates[entry.candidate].source != candidates[other.candidate].source {
        pairs.append(Pair(entry.candidate, other.candidate))
      }
    }
  }

  private static func unique(_ pairs: [Pair]) -> [Pair] {
    var unique: [Pair] = []
    for pair in pairs.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) })
    where unique.last != pair {
      unique.append(pair)
    }
    return unique
  }
}
