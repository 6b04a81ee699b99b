import AlmanacModel

/// The arrays of a snapshot as bytes: little-endian words, each array after its length, and a checksum
/// at the end.
enum SnapshotBytes {
  static func bytes(of arrays: [[UInt64]]) -> [UInt8] {
    var words = arrays.flatMap { [UInt64($0.count)] + $0 }
    words.append(checksum(words))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 8)
    for word in words {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// Returns nil for bytes that were damaged.
  static func arrays(of bytes: [UInt8]) -> [[UInt64]]? {
    var words = stride(from: 0, to: bytes.count - 7, by: 8).map { bytes.span.word(at: $0) }
    guard words.count * 8 == bytes.count, let last = words.popLast(), last == checksum(words)
    else { return nil }
    var (arrays, index): ([[UInt64]], Int) = ([], 0)
    while index < words.count {
      let end = index + 1 + Int(clamping: words[index] & 0xffff_ffff)
      guard end <= words.count else { return nil }
      arrays.append(Array(words[(index + 1)..<end]))
      index = end
    }
    return arrays
  }

  private static func checksum(_ words: [UInt64]) -> UInt64 {
    words.reduce(PhraseHash.combine(StableHash.seed, UInt64(words.count)), PhraseHash.combine)
  }
}

extension CorpusStatistics {
  /// In ascending order of hashes, so that equal statistics give equal arrays.
  var arrays: [[UInt64]] {
    let shifts = sources.shifts.sorted { $0.key < $1.key }
    return [
      [UInt64(titleCount), UInt64(venueCount)], boilerplate.sorted(), aliases.sorted(),
      mirrors.sorted(), knownSources.sorted(), sources.unreliableVenues.sorted(),
      sources.ownVenues.sorted(),
    ]
      + Self.columns(titleFrequency, Int64.init) + Self.columns(venueFrequency, Int64.init)
      + Self.columns(sources.offsets) { $0 } + Self.columns(titleUses.uses) { Int64($0.rawValue) }
      + [
        shifts.flatMap { source, shifts in shifts.map { _ in source } },
        shifts.flatMap { $0.value.map(UInt64.init(bitPattern:)) },
      ] + Self.columns(titleUses.gaps) { $0 }
  }

  /// Returns nil for arrays of another version.
  init?(_ arrays: some Collection<[UInt64]>) {
    let arrays = Array(arrays)
    guard arrays.count == 19, arrays[0].count == 2 else { return nil }
    func dictionary<Value>(at index: Int, _ value: (Int64) -> Value) -> [UInt64: Value] {
      let values = arrays[index + 1].map { value(Int64(bitPattern: $0)) }
      return Dictionary(zip(arrays[index], values), uniquingKeysWith: { first, _ in first })
    }
    (titleCount, venueCount) = (Int(clamping: arrays[0][0]), Int(clamping: arrays[0][1]))
    boilerplate = Set(arrays[1])
    aliases = Set(arrays[2])
    mirrors = Set(arrays[3])
    knownSources = Set(arrays[4])
    titleFrequency = dictionary(at: 7, Int32.init(truncatingIfNeeded:))
    venueFrequency = dictionary(at: 9, Int32.init(truncatingIfNeeded:))
    titleUses = TitleUsage(
      uses: dictionary(at: 13) { TitleUsage.Use(rawValue: UInt8(truncatingIfNeeded: $0)) },
      gaps: dictionary(at: 17) { $0 })
    sources = SourceProfiles(
      offsets: dictionary(at: 11) { $0 }, unreliableVenues: Set(arrays[5]),
      ownVenues: Set(arrays[6]),
      shifts: Dictionary(
        zip(arrays[15], arrays[16].map { [Int64(bitPattern: $0)] }), uniquingKeysWith: +))
  }

  /// The keys in ascending order, and their values.
  private static func columns<Value>(
    _ values: [UInt64: Value], _ number: (Value) -> Int64
  ) -> [[UInt64]] {
    let sorted = values.sorted { $0.key < $1.key }
    return [sorted.map(\.key), sorted.map { UInt64(bitPattern: number($0.value)) }]
  }
}
