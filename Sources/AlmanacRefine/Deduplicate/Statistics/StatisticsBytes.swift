extension CorpusStatistics {
  /// In ascending order of hashes, so that equal statistics give equal bytes.
  func write(to writer: inout FlatWriter) {
    writer.write(Int64(titleCount))
    writer.write(titleFrequency)
    writer.write(Int64(venueCount))
    writer.write(venueFrequency)
    for set in [
      boilerplate, aliases, mirrors, knownSources, sources.unreliableVenues, sources.ownVenues,
    ] {
      writer.write(set.sorted())
    }
    let offsets = sources.offsets.sorted { $0.key < $1.key }
    writer.write(offsets.map(\.key))
    writer.write(offsets.map(\.value))
    let shifts = sources.shifts.sorted { $0.key < $1.key }
    writer.write(shifts.map(\.key))
    for (_, values) in shifts { writer.write(values) }
    let uses = titleUses.uses.sorted { $0.key < $1.key }
    writer.write(uses.map(\.key))
    writer.write(uses.map(\.value.rawValue))
  }

  init?(_ reader: inout FlatReader) {
    guard let titleCount = reader.read(Int64.self), let titleFrequency = reader.readCounts(),
      let venueCount = reader.read(Int64.self), let venueFrequency = reader.readCounts()
    else { return nil }
    var sets: [Set<UInt64>] = []
    for _ in 0..<6 {
      guard let members = reader.readAll(UInt64.self) else { return nil }
      sets.append(Set(members))
    }
    guard let offset = reader.readAll(UInt64.self), let seconds = reader.readAll(Int64.self),
      offset.count == seconds.count, let shifted = reader.readAll(UInt64.self)
    else { return nil }
    var shifts: [UInt64: [Int64]] = [:]
    for source in shifted {
      guard let values = reader.readAll(Int64.self) else { return nil }
      shifts[source] = values
    }
    guard let titles = reader.readAll(UInt64.self), let uses = reader.readAll(UInt8.self),
      titles.count == uses.count
    else { return nil }
    titleUses = TitleUsage(
      uses: Dictionary(
        zip(titles, uses.map { TitleUsage.Use(rawValue: $0) }),
        uniquingKeysWith: { first, _ in first }))
    (self.titleCount, self.venueCount) = (Int(titleCount), Int(venueCount))
    (self.titleFrequency, self.venueFrequency) = (titleFrequency, venueFrequency)
    (boilerplate, aliases, mirrors, knownSources) = (sets[0], sets[1], sets[2], sets[3])
    sources = SourceProfiles(
      offsets: Dictionary(zip(offset, seconds), uniquingKeysWith: { first, _ in first }),
      unreliableVenues: sets[4], ownVenues: sets[5], shifts: shifts)
  }
}

extension FlatWriter {
  fileprivate mutating func write(_ counts: [UInt64: Int32]) {
    let counts = counts.sorted { $0.key < $1.key }
    write(counts.map(\.key))
    write(counts.map(\.value))
  }
}

extension FlatReader {
  fileprivate mutating func readCounts() -> [UInt64: Int32]? {
    guard let hashes = readAll(UInt64.self), let counts = readAll(Int32.self),
      hashes.count == counts.count
    else { return nil }
    return Dictionary(zip(hashes, counts), uniquingKeysWith: { first, _ in first })
  }
}
