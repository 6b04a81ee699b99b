/// All that is asked of each word of a venue text, by the hash of the word: what the vocabulary, the
/// codes and the names know of it stands side by side, so that one look finds it.
///
/// Open addressing with linear probing, at most half full.
struct Lexicon: Sendable {
  struct Entry: Sendable {
    fileprivate var hash: UInt64 = 0
    /// The number of the word in the vocabulary; -1 where only a code is known.
    var first: Int32 = -1
    /// The second word of an abbreviation of two; -1 for none.
    var second: Int32 = -1
    /// The node of the phrases that begin with the first word; -1 for none.
    var start: Int32 = -1
    /// Among the code words; -1 for none.
    var code: Int32 = -1
    var traits: WordTraits = []
    fileprivate var isUsed = false

    /// What is known of a word that is not there.
    static let unknown = Entry()
  }

  private var entries: [Entry]
  private let shift: UInt64

  init(
    _ vocabulary: Vocabulary, _ codeWords: IntegerTable<[GazetteerIndex.CodeWord]>,
    _ phrases: PhraseIndex
  ) {
    var bits = 4
    while 1 << bits < (vocabulary.spellingCount + codeWords.count) * 2 { bits += 1 }
    entries = [Entry](repeating: Entry(), count: 1 << bits)
    shift = UInt64(64 - bits)
    vocabulary.visitEntries { hash, known in
      let place = place(of: hash)
      entries[place].hash = hash
      entries[place].isUsed = true
      entries[place].first = known.first
      entries[place].second = known.second ?? -1
      entries[place].start = phrases.start(known.first) ?? -1
      entries[place].traits = known.traits
    }
    codeWords.visit { hash, number in
      let place = place(of: hash)
      entries[place].hash = hash
      entries[place].isUsed = true
      entries[place].code = Int32(number)
    }
  }

  @inline(__always) subscript(hash: UInt64) -> Entry { entries[place(of: hash)] }

  /// Where the hash stands, or may be put.
  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    let mask = entries.count &- 1
    var place = Int(
      truncatingIfNeeded: ((hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
    while entries[place].isUsed, entries[place].hash != hash { place = (place &+ 1) & mask }
    return place
  }
}
