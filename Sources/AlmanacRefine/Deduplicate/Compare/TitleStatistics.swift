import Foundation

/// What all titles of a campus say of one: which words are rare, which a source puts on everything,
/// and which title it lists several times a day.
///
/// A snapshot: computed once over the candidates, the same for any order of them.
struct TitleStatistics: Sendable {
  private struct SourceWords: Hashable {
    let source: Int
    let key: UInt64
  }

  private struct SourceDay: Hashable {
    let source: Int
    let day: Int
    let title: UInt64
  }

  private let frequency: [UInt64: Int]
  private let titleCount: Int
  /// Openings and endings that a source puts on many titles; by source and hash of the words.
  private let habits: Set<SourceWords>
  private let repeated: Set<SourceDay>

  init(_ candidates: [Candidate]) {
    var titles: [SourceWords: TitleText] = [:]
    var starts: [SourceDay: Set<Int64>] = [:]
    for candidate in candidates {
      let key = candidate.title.key
      titles[SourceWords(source: candidate.source, key: key)] = candidate.title
      let day = SourceDay(source: candidate.source, day: candidate.moment.day, title: key)
      starts[day, default: []].insert(candidate.moment.start)
    }
    repeated = Set(starts.filter { $0.value.count > 1 }.keys)
    frequency = Self.frequency(of: titles.values)
    titleCount = titles.count
    habits = Self.habits(in: titles.map { ($0.key.source, $0.value) })
  }

  /// Bits of information in a word: 0 for "the", about 13 for a name that occurs once in 10,000.
  func weight(of word: UInt64) -> Double {
    if TitleWords.stopWords.contains(word) { return 0.2 }
    let bits = log2(Double(titleCount + 200) / Double((frequency[word] ?? 0) + 1))
    return max(0.5, TitleWords.commonWords.contains(word) ? min(3, bits * 0.5) : bits)
  }

  /// In how many titles of how many sources the word stands; for choosing rare ones.
  func count(of word: UInt64) -> Int { frequency[word] ?? 0 }

  /// Whether the source opens or ends many titles with this segment.
  func isHabit(_ segment: UInt64, of source: Int) -> Bool {
    habits.contains(SourceWords(source: source, key: segment))
  }

  /// Whether the candidate's source lists the title more than once on its day: a matinee and an
  /// evening show, which only the hour tells apart.
  func isRepeated(_ candidate: Candidate) -> Bool {
    repeated.contains(
      SourceDay(
        source: candidate.source, day: candidate.moment.day, title: candidate.title.key))
  }

  private static func frequency(of titles: some Sequence<TitleText>) -> [UInt64: Int] {
    var frequency: [UInt64: Int] = [:]
    for title in titles {
      for word in title.sortedHashes { frequency[word, default: 0] += 1 }
    }
    return frequency
  }

  /// Five different titles make a habit; one series of that name does not.
  private static func habits(in titles: [(Int, TitleText)]) -> Set<SourceWords> {
    var counts: [SourceWords: Int] = [:]
    for (source, title) in titles where title.segments.count > 1 {
      let ends = Set([title.segments.first, title.segments.last].compactMap { $0 })
      for segment in ends {
        counts[SourceWords(source: source, key: title.hash(of: segment)), default: 0] += 1
      }
    }
    return Set(counts.filter { $0.value >= 5 }.keys)
  }
}
