import AlmanacModel

/// Fingerprints of records: equal in two runs if nothing changed that a comparison depends on.
struct RecordFingerprints: Sendable {
  /// By candidate, all different.
  let values: [UInt64]

  /// - Parameters:
  ///   - table: With the times of the sources, without offsets removed, and without landing pages.
  ///   - items: By item, the hash of its permanent name.
  init(_ table: RecordTable, items: [UInt64]) {
    let titleVariants = table.titleVariants.map { Self.fingerprint(of: $0, table) }
    let venues = table.venues.map { Self.fingerprint(of: $0, table) }
    var known = HashIndex(capacity: table.candidates.count)
    values = table.candidates.enumerated().map { index, candidate in
      var fingerprint = items[Int(candidate.item)]
      Self.combine(&fingerprint, titleVariants[Int(candidate.titleVariant)])
      Self.combine(&fingerprint, venues[Int(candidate.venue)])
      Self.combine(&fingerprint, candidate.moment)
      for value in [candidate.uid, candidate.link, candidate.host, candidate.announcements] {
        Self.combine(&fingerprint, value)
      }
      Self.combine(&fingerprint, UInt64(candidate.itemNumber) << 1 | (candidate.isSeries ? 1 : 0))
      Self.combine(&fingerprint, table.shingles, candidate.shingles)
      Self.combine(&fingerprint, table.textWords, candidate.textWords)
      // A calendar may list one event twice, even in one item.
      while known.number(of: fingerprint, else: Int32(index)) != Int32(index) {
        Self.combine(&fingerprint, 1)
      }
      return fingerprint
    }
  }

  private static func combine(_ fingerprint: inout UInt64, _ value: UInt64) {
    fingerprint = PhraseHash.combine(fingerprint, value)
  }

  private static func combine(_ fingerprint: inout UInt64, _ moment: Moment) {
    combine(&fingerprint, UInt64(bitPattern: moment.start))
    combine(&fingerprint, UInt64(bitPattern: moment.end ?? .min))
    combine(&fingerprint, UInt64(UInt32(bitPattern: moment.day)))
    combine(
      &fingerprint, UInt64(UInt32(bitPattern: moment.secondOfDay)) << 1 | (moment.isDay ? 1 : 0))
  }

  private static func combine(_ fingerprint: inout UInt64, _ values: [UInt16], _ range: IndexRange)
  {
    combine(&fingerprint, UInt64(range.count))
    var (word, count) = (UInt64(0), 0)
    for index in range.range {
      word = word << 16 | UInt64(values[index])
      count += 1
      if count == 4 {
        combine(&fingerprint, word)
        (word, count) = (0, 0)
      }
    }
    if count > 0 { combine(&fingerprint, word) }
  }

  private static func fingerprint(
    of titleVariant: RecordTable.TitleVariant, _ table: RecordTable
  ) -> UInt64 {
    var fingerprint = table.sourceHashes[Int(titleVariant.source)]
    combine(&fingerprint, titleVariant.isTruncated ? 1 : 0)
    for word in table.words[titleVariant.words.range] {
      combine(&fingerprint, table.tokens[Int(word.token)].hash ^ UInt64(word.marks.rawValue))
    }
    return fingerprint
  }

  private static func fingerprint(of venue: RecordTable.Venue, _ table: RecordTable) -> UInt64 {
    var fingerprint = venue.hash
    guard venue.place >= 0 else { return fingerprint }
    let placement = table.places[Int(venue.place)]
    combine(&fingerprint, StableHash(placement.method?.rawValue ?? "").value)
    combine(&fingerprint, placement.coordinate?.latitude.bitPattern ?? 0)
    combine(&fingerprint, placement.coordinate?.longitude.bitPattern ?? 0)
    return fingerprint
  }
}
