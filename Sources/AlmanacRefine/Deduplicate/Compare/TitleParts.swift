import AlmanacModel

/// The parts of a folded title between colons, dashes and brackets, without the announcements
/// around it.
struct TitleParts {
  /// Indices of words.
  private(set) var parts: [Range<Int>] = []
  /// What an announcement such as `CANCELLED:` says.
  private(set) var announcedStatus: EventStatus?
  /// Hash of all announcements with a meaning, in any order; 0 if there are none.
  private(set) var announcements: UInt64 = 0

  private var all: [Range<Int>] = []

  init() {}

  init(words: [FoldedText.Word]) { read(words) }

  /// Reads another title, in the memory of the one before.
  mutating func read(_ words: [FoldedText.Word]) {
    all.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    (announcedStatus, announcements) = (nil, 0)
    var start = 0
    for index in words.indices where index > start {
      // "stand-up" is one part; "Film - Alien", "Film: Alien" and "Film (Alien)" are two.
      let gap = words[index].gap
      guard gap.contains(.part) || gap.contains([.space, .mark]) else { continue }
      all.append(start..<index)
      start = index
    }
    if start < words.count { all.append(start..<words.count) }
    for part in all {
      if part.count <= 4, let status = TitleWords.announcement(Self.hash(of: part, words)) {
        announcedStatus = announcedStatus ?? status
        if status != nil { announcements &+= Self.hash(of: part, words) }
      } else if !Self.isAboutDoors(words[part]) {
        parts.append(part)
      }
    }
    // A title of nothing but an announcement is the title.
    guard !parts.isEmpty else {
      parts.append(contentsOf: all)
      announcedStatus = nil
      announcements = 0
      return
    }
    stripBare(words)
  }

  private static func isAboutDoors(_ part: ArraySlice<FoldedText.Word>) -> Bool {
    part.contains { TitleWords.doorWords.contains($0.hash) }
      && part.allSatisfy {
        $0.isNumber || TitleWords.stopWords.contains($0.hash)
          || TitleWords.doorWords.contains($0.hash) || TitleWords.doorCompanions.contains($0.hash)
      }
  }

  private mutating func stripBare(_ words: [FoldedText.Word]) {
    if let first = parts.first, first.count > 1, isBare(words[first.lowerBound]) {
      parts[0] = first.dropFirst()
    }
    if let last = parts.last, last.count > 1, isBare(words[last.upperBound - 1]) {
      parts[parts.count - 1] = last.dropLast()
    }
  }

  private mutating func isBare(_ word: FoldedText.Word) -> Bool {
    guard TitleWords.bareAnnouncements.contains(word.hash) else { return false }
    let hash = PhraseHash.combine(StableHash.seed, word.hash)
    announcedStatus = announcedStatus ?? (TitleWords.announcement(hash) ?? nil)
    announcements &+= word.hash
    return true
  }

  /// Equal for the same words in the same order.
  private static func hash(of part: Range<Int>, _ words: [FoldedText.Word]) -> UInt64 {
    part.reduce(StableHash.seed) { PhraseHash.combine($0, words[$1].hash) }
  }
}

/// Hashes of words in a row, made of the words' hashes.
enum PhraseHash {
  static func combine(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed >> 32)
  }

  /// Of a phrase as it is written.
  static func of(_ text: String) -> UInt64 {
    FoldedText(text).words.reduce(StableHash.seed) { combine($0, $1.hash) }
  }
}
