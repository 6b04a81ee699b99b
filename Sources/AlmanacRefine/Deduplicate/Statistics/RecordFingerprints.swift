import AlmanacModel

/// Fingerprints of records: equal from one run to the next if nothing changed that a comparison looks
/// at.
struct RecordFingerprints: Sendable {
  /// By candidate, all different.
  let values: [UInt64]

  /// - Parameters:
  ///   - table: With the times that the sources state, and without landing pages.
  ///   - items: By item, the hash of what it is called from run to run.
  init(_ table: RecordTable, items: [UInt64]) {
    let titleVariants = table.titleVariants.map { Self.print(of: $0, table) }
    let venues = table.venues.map { Self.print(of: $0, table) }
    var known = HashIndex(capacity: table.candidates.count)
    values = table.candidates.enumerated().map { index, candidate in
      var print = items[Int(candidate.item)]
      Self.step(&print, titleVariants[Int(candidate.titleVariant)])
      Self.step(&print, venues[Int(candidate.venue)])
      Self.step(&print, candidate.moment)
      for value in [candidate.uid, candidate.link, candidate.host, candidate.announcements] {
        Self.step(&print, value)
      }
      Self.step(&print, UInt64(candidate.itemNumber) << 1 | (candidate.isSeries ? 1 : 0))
      Self.step(&print, table.shingles, candidate.shingles)
      Self.step(&print, table.textWords, candidate.textWords)
      // A calendar may state one thing twice, in one item even.
      while known.number(of: print, else: Int32(index)) != Int32(index) { Self.step(&print, 1) }
      return print
    }
  }

  private static func step(_ print: inout UInt64, _ value: UInt64) {
    print = PhraseHash.step(print, value)
  }

  private static func step(_ print: inout UInt64, _ moment: Moment) {
    step(&print, UInt64(bitPattern: moment.start))
    step(&print, UInt64(bitPattern: moment.end ?? .min))
    step(&print, UInt64(UInt32(bitPattern: moment.day)))
    step(&print, UInt64(UInt32(bitPattern: moment.secondOfDay)) << 1 | (moment.isDay ? 1 : 0))
  }

  private static func step(_ print: inout UInt64, _ values: [UInt16], _ stretch: IndexRange) {
    step(&print, UInt64(stretch.count))
    var (word, count) = (UInt64(0), 0)
    for index in stretch.range {
      word = word << 16 | UInt64(values[index])
      count += 1
      if count == 4 {
        step(&print, word)
        (word, count) = (0, 0)
      }
    }
    if count > 0 { step(&print, word) }
  }

  private static func print(
    of titleVariant: RecordTable.TitleVariant, _ table: RecordTable
  ) -> UInt64 {
    var print = table.sourceHashes[Int(titleVariant.source)]
    step(&print, titleVariant.isTruncated ? 1 : 0)
    for word in table.words[titleVariant.words.range] {
      step(&print, table.tokens[Int(word.token)].hash ^ UInt64(word.marks.rawValue))
    }
    return print
  }

  private static func print(of venue: RecordTable.Venue, _ table: RecordTable) -> UInt64 {
    var print = venue.hash
    guard venue.place >= 0 else { return print }
    let placement = table.places[Int(venue.place)]
    step(&print, StableHash(placement.method?.rawValue ?? "").value)
    step(&print, placement.coordinate?.latitude.bitPattern ?? 0)
    step(&print, placement.coordinate?.longitude.bitPattern ?? 0)
    return print
  }
}
