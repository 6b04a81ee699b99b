/// The words that two titles have in common, by their offsets.
struct WordPairing {
  /// A bit for each word of the left title that the right one has.
  private(set) var left: UInt64 = 0
  private(set) var right: UInt64 = 0
  /// In bits.
  private(set) var shared: Float = 0
  /// Both have a word of what takes place several times a day, such as a tour or a story time.
  private(set) var areSessions = false

  private typealias Title = RecordTable.TitleVariant

  init(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights
  ) {
    match(one, other, table, weights)
    matchSlips(one, other, table, weights)
    (left, right) = expandAcronyms(of: one, left, in: other, right, table, weights)
    (right, left) = expandAcronyms(of: other, right, in: one, left, table, weights)
  }

  private mutating func add(_ offset: Int, _ partner: Int) {
    left |= 1 << UInt64(offset)
    right |= 1 << UInt64(partner)
  }

  private mutating func match(
    _ one: Title, _ other: Title, _ table: RecordTable, _ weights: TermWeights
  ) {
    let (left, right) = (one.words.range, other.words.range)
    for index in left {
      let token = table.words[index].token
      // Backwards, so that the first equal word becomes the partner.
      var (first, isNew): (Int?, Bool) = (nil, false)
      for match in right.reversed() where table.words[match].token == token {
        let place = match &- right.lowerBound
        (first, isNew) = (match, self.right >> UInt64(place) & 1 == 0)
        add(index &- left.lowerBound, place)
      }
      if let first, isNew { shared += min(weights.words[index], weights.words[first]) }
      if first != nil, table.tokens[Int(token)].isSession { areSessions = true }
    }
  }

  /// One word with a slip of the pen, an abbreviation, or two that one of the titles writes together.
  private mutating func matchSlips(
    _ one: Title, _ other: Title, _ table: RecordTable, _ weights: TermWeights
  ) {
    let (left, right) = (one.words.range, other.words.range)
    var lacking = ~self.left & Self.all(left.count)
    while lacking != 0 {
      let offset = lacking.trailingZeroBitCount
      lacking &= lacking - 1
      let token = Int(table.words[left.lowerBound &+ offset].token)
      let word = table.tokens[token]
      guard !word.isNumber, word.spelling.count >= 3 else { continue }
      var rest = ~self.right & Self.all(right.count)
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest - 1
        let match = right.lowerBound &+ place
        let otherToken = Int(table.words[match].token)
        let seed = table.tokens[otherToken]
        let isUnique = min(weights.counts[token], weights.counts[otherToken]) <= 1
        guard !seed.isNumber,
          WordDistance.mayBeSlip(
            Int(word.spelling.count), word.letters, Int(seed.spelling.count), seed.letters,
            isUnique: isUnique)
        else { continue }
        let (one, other) = (
          table.spellings[word.spelling.range], table.spellings[seed.spelling.range]
        )
        // "Toddler" and "toddlers" are one level, "teen" and "tween" are two.
        guard
          word.kind == nil || seed.kind == nil
            || (word.kind == seed.kind && Self.isPlural(one, other)),
          WordDistance.isSlip(one, other, isUnique: isUnique)
            || (word.kind == nil && seed.kind == nil && WordDistance.isAbbreviation(one, other)
              && areInOnePlace(offset, place))
        else { continue }
        // A misspelled word is rare by itself: the word that is meant has the weight.
        shared +=
          0.8 * min(weights.words[left.lowerBound &+ offset], weights.words[match])
        add(offset, place)
        break
      }
    }
  }

  /// Whether both words open their titles, or the words before or behind both are in both titles.
  private func areInOnePlace(_ offset: Int, _ place: Int) -> Bool {
    func isFound(_ found: UInt64, _ offset: Int) -> Bool { found >> UInt64(offset) & 1 == 1 }
    if offset == 0 || place == 0 {
      return offset == place || (isFound(left, offset + 1) && isFound(right, place + 1))
    }
    return isFound(left, offset - 1) && isFound(right, place - 1)
      || isFound(left, offset + 1) && isFound(right, place + 1)
  }

  /// Finds the words of the other title that an acronym consists of: "ZBA" and "Zoning Board of Appeals".
  ///
  /// - Returns: A bit for each word of the two titles that the other has.
  private mutating func expandAcronyms(
    of title: Title, _ found: UInt64, in other: Title, _ otherFound: UInt64,
    _ table: RecordTable, _ weights: TermWeights
  ) -> (UInt64, UInt64) {
    var (acronyms, otherFound) = (found, otherFound)
    for (offset, index) in title.words.range.enumerated() where found >> UInt64(offset) & 1 == 0 {
      let token = table.tokens[Int(table.words[index].token)]
      guard 2...6 ~= token.spelling.count, !token.isNumber, !token.isStopWord else { continue }
      let letters = table.spellings[token.spelling.range]
      for start in other.words.range {
        guard let run = Self.run(of: letters, from: start, in: other, table) else { continue }
        var bits: Float = 0
        var mask: UInt64 = 0
        for word in run {
          let place = UInt64(word - other.words.range.lowerBound)
          if otherFound >> place & 1 == 0 { bits += weights.words[word] }
          mask |= 1 << place
        }
        // Two letters may be the initials of any two words that both titles have.
        guard letters.count > 2 || otherFound & mask == 0 else { continue }
        shared += 0.8 * min(weights.words[index], bits)
        otherFound |= mask
        acronyms |= 1 << UInt64(offset)
        break
      }
    }
    return (acronyms, otherFound)
  }

  /// The words from one on whose initials are these letters; stop words may be left out.
  private static func run(
    of letters: ArraySlice<UInt8>, from start: Int, in title: Title, _ table: RecordTable
  ) -> Range<Int>? {
    var (index, rest) = (start, letters)
    while let letter = rest.first {
      guard index < title.words.range.upperBound else { return nil }
      let token = table.tokens[Int(table.words[index].token)]
      if table.spellings[token.spelling.range].first == letter {
        rest = rest.dropFirst()
      } else if !token.isStopWord || index == start {
        return nil
      }
      index += 1
    }
    return start..<index
  }

  private static func isPlural(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return long.count == short.count + 1 && long.last == UInt8(ascii: "s")
      && long.starts(with: short)
  }

  /// So many bits, the lowest; less than 64.
  private static func all(_ count: Int) -> UInt64 { 1 << UInt64(count) &- 1 }
}
