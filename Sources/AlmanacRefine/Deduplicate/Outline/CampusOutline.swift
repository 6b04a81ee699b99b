import AlmanacModel

/// What is kept of a campus's listings to know, another night, what a changed one has in common with
/// others without reading them: of each listing what it is found by, of each of its statements the blocks
/// in which it stands.
///
/// A listing that gives no event has no statement.
struct CampusOutline: Sendable {
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt8
    /// Its series is published in part.
    static let cutShort = Marks(rawValue: 1)
    /// A decision of the operator names it.
    static let named = Marks(rawValue: 2)
    /// Its link says nothing: see `CandidateTable.withoutLandingPages`.
    static let landing = Marks(rawValue: 4)
  }

  struct Source: Sendable {
    let name: String
    fileprivate(set) var listings: Range<Int>
  }

  /// In the order of their listings' ids.
  private(set) var sources: [Source] = []
  /// Hashes of the listings' ids, in the order of the ids.
  private(set) var ids: [UInt64] = []
  /// By listing.
  private(set) var marks: [UInt8] = []
  /// By listing: hash of its link, also where that says nothing; 0 where it has none, or no statement.
  private(set) var links: [UInt64] = []
  /// By listing: hash of what it asks the geocoder.
  private(set) var queries: [UInt64] = []
  /// Listings that ask more, and hashes of what.
  private(set) var askers: [Int32] = []
  private(set) var askedQueries: [UInt64] = []
  /// By listing where its statements begin, and the end.
  private(set) var firstStatements: [Int32] = [0]
  /// By statement: when it starts, on clocks that all sources share.
  private(set) var starts: [Int64] = []
  /// By statement: `CandidateTable.Wording.phrase` of its title.
  private(set) var phrases: [UInt64] = []
  /// By statement where its keys begin, and the end.
  private(set) var firstKeys: [Int32] = [0]
  /// See `CandidateKeys`.
  private(set) var keys: [UInt64] = []

  static let mark: UInt64 = 0x414C_4D4F_5554_4C31

  var statementCount: Int { starts.count }

  func statements(of listing: Int) -> Range<Int> {
    Int(firstStatements[listing])..<Int(firstStatements[listing + 1])
  }

  func keys(of statement: Int) -> ArraySlice<UInt64> {
    keys[Int(firstKeys[statement])..<Int(firstKeys[statement + 1])]
  }

  func marks(of listing: Int) -> Marks { Marks(rawValue: marks[listing]) }

  /// What it asks the geocoder beside its first question.
  func otherQueries(of listing: Int) -> [UInt64] {
    var (low, high) = (0, askers.count)
    while low < high {
      let middle = (low + high) / 2
      if askers[middle] < Int32(listing) { low = middle + 1 } else { high = middle }
    }
    return zip(askers[low...], askedQueries[low...]).prefix { $0.0 == Int32(listing) }.map(\.1)
  }

  // MARK: Making it

  /// A listing without statements so far.
  mutating func append(_ listing: OutlinedListing) {
    if sources.last?.name != listing.source {
      sources.append(Source(name: listing.source, listings: ids.count..<ids.count))
    }
    ids.append(listing.id)
    marks.append(listing.marks.rawValue)
    links.append(listing.link)
    queries.append(listing.query)
    for query in listing.otherQueries {
      askers.append(Int32(ids.count - 1))
      askedQueries.append(query)
    }
    firstStatements.append(Int32(starts.count))
    sources[sources.count - 1].listings = sources[sources.count - 1].listings.lowerBound..<ids.count
  }

  /// A statement of the last listing.
  mutating func append(start: Int64, phrase: UInt64, keys: some Sequence<UInt64>) {
    starts.append(start)
    phrases.append(phrase)
    self.keys.append(contentsOf: keys)
    firstKeys.append(Int32(self.keys.count))
    firstStatements[ids.count] = Int32(starts.count)
  }

  /// A statement of the last listing, as a table has it.
  mutating func append(_ table: CandidateTable, _ candidate: Int, keys: some Sequence<UInt64>) {
    let stated = table.candidates[candidate]
    append(
      start: stated.moment.start, phrase: table.wordings[Int(stated.wording)].phrase, keys: keys)
  }

  /// A listing with its statements, as another outline has them.
  mutating func append(_ listing: Int, of other: CampusOutline, in source: String) {
    var outlined = OutlinedListing(source: source, id: other.ids[listing])
    outlined.marks = other.marks(of: listing)
    outlined.link = other.links[listing]
    outlined.query = other.queries[listing]
    outlined.otherQueries = other.otherQueries(of: listing)
    append(outlined)
    for statement in other.statements(of: listing) {
      append(
        start: other.starts[statement], phrase: other.phrases[statement],
        keys: other.keys(of: statement))
    }
  }

  // MARK: Keeping it

  /// By source.
  var bytes: [String: [UInt8]] {
    Dictionary(
      sources.map { ($0.name, bytes(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private func bytes(of source: Source) -> [UInt8] {
    let (first, end) = (source.listings.lowerBound, source.listings.upperBound)
    let statements = Int(firstStatements[first])..<Int(firstStatements[end])
    let asking = askers.indices.filter { source.listings.contains(Int(askers[$0])) }
    var writer = FlatWriter()
    writer.write(Self.mark)
    writer.write(Array(ids[source.listings]))
    writer.write(Array(marks[source.listings]))
    writer.write(Array(links[source.listings]))
    writer.write(Array(queries[source.listings]))
    writer.write(asking.map { askers[$0] - Int32(first) })
    writer.write(asking.map { askedQueries[$0] })
    writer.write(source.listings.map { firstStatements[$0 + 1] - firstStatements[$0] })
    writer.write(Array(starts[statements]))
    writer.write(Array(phrases[statements]))
    writer.write(statements.map { UInt8(firstKeys[$0 + 1] - firstKeys[$0]) })
    writer.write(
      Array(keys[Int(firstKeys[statements.lowerBound])..<Int(firstKeys[statements.upperBound])]))
    return writer.sealed
  }

  init() {}

  /// A campus's outlines by source, made one after the other; none where the order of the sources is not
  /// that of the listings' ids.
  ///
  /// - Parameters:
  ///   - prepared: All listings of a campus.
  ///   - table: All their statements, on clocks that all sources share.
  ///   - pairs: with keys.
  static func bytes(
    of prepared: ListingPreparation, _ table: CandidateTable, _ pairs: CandidatePairs
  ) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    var outline = CampusOutline()
    var (item, candidate) = (Int32(0), 0)
    for var listing in prepared.outlined {
      if let name = outline.sources.first?.name, name != listing.source {
        guard precedes(name, listing.source) else { return [:] }
        found.merge(outline.bytes) { first, _ in first }
        outline = CampusOutline()
      }
      guard listing.isItem else {
        outline.append(listing)
        continue
      }
      listing.set(link: table.candidates[candidate])
      outline.append(listing)
      while candidate < table.candidates.count, table.candidates[candidate].item == item {
        outline.append(table, candidate, keys: pairs.keys(of: candidate))
        candidate += 1
      }
      item += 1
    }
    return found.merging(outline.bytes) { first, _ in first }
  }

  /// nil for damaged bytes.
  ///
  /// - Parameter sources: by name.
  init?(_ sources: [String: [UInt8]]) {
    for name in sources.keys.sorted(by: Self.precedes) {
      guard let bytes = sources[name], add(name, bytes) else { return nil }
    }
  }

  /// In which order sources stand: that of their listings' ids.
  static func precedes(_ source: String, _ other: String) -> Bool { source + "/" < other + "/" }

  private mutating func add(_ name: String, _ bytes: [UInt8]) -> Bool {
    let (first, statements, asking) = (ids.count, starts.count, askers.count)
    guard var reader = FlatReader(bytes), reader.read() == Self.mark, reader.read(into: &ids),
      reader.read(into: &marks), reader.read(into: &links), reader.read(into: &queries),
      reader.read(into: &askers), reader.read(into: &askedQueries),
      let counts = reader.readAll(Int32.self), reader.read(into: &starts),
      reader.read(into: &phrases), let keyCounts = reader.readAll(UInt8.self),
      reader.read(into: &keys), reader.isAtEnd
    else { return false }
    let count = ids.count - first
    for index in asking..<askers.count {
      guard (0..<Int32(count)).contains(askers[index]) else { return false }
      askers[index] += Int32(first)
    }
    for count in counts {
      guard count >= 0 else { return false }
      firstStatements.append((firstStatements.last ?? 0) &+ count)
    }
    for count in keyCounts { firstKeys.append((firstKeys.last ?? 0) &+ Int32(count)) }
    sources.append(Source(name: name, listings: first..<ids.count))
    return [marks.count, links.count, queries.count].allSatisfy { $0 == ids.count }
      && askedQueries.count == askers.count && counts.count == count
      && firstStatements.last == Int32(starts.count) && phrases.count == starts.count
      && keyCounts.count == starts.count - statements && firstKeys.last == Int32(keys.count)
  }
}
