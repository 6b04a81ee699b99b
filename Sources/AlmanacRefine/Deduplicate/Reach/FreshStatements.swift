import AlmanacModel

/// What the listings state that a changed night must read.
struct FreshStatements: Sendable {
  let prepared: ListingPreparation
  /// Of the prepared items, on clocks that all sources share.
  let comparer: PairComparer
  /// By candidate, with the times that the sources state.
  let prints: [UInt64]
  /// By candidate where its keys begin, and the end.
  let firstKeys: [Int32]
  let keys: [UInt64]
  /// By item, where its candidates begin, and the end.
  let firstCandidates: [Int]

  init(
    _ prepared: ListingPreparation, _ stated: CandidateTable, _ statistics: CampusStatistics
  ) {
    self.prepared = prepared
    prints =
      StatementPrints(stated, items: prepared.outlined.filter(\.isItem).map(\.id)).values
    let comparer = PairComparer(stated.subtracting(statistics.sources.offsets), statistics)
    self.comparer = comparer
    var (firstKeys, keys): ([Int32], [UInt64]) = ([0], [])
    for candidate in stated.candidates.indices {
      CandidateKeys.write(of: comparer.table.candidates[candidate], comparer, true) {
        keys.append($0)
      }
      firstKeys.append(Int32(keys.count))
    }
    (self.firstKeys, self.keys) = (firstKeys, keys)
    firstCandidates = Self.firsts(of: stated, items: prepared.items.count)
  }

  var table: CandidateTable { comparer.table }

  func keys(of candidate: Int) -> ArraySlice<UInt64> {
    keys[Int(firstKeys[candidate])..<Int(firstKeys[candidate + 1])]
  }

  /// By item where its candidates begin, and the end.
  static func firsts(of table: CandidateTable, items: Int) -> [Int] {
    var firsts = [Int](repeating: 0, count: items + 1)
    for candidate in table.candidates { firsts[Int(candidate.item) + 1] += 1 }
    for item in 0..<items { firsts[item + 1] += firsts[item] }
    return firsts
  }
}

/// Which links say nothing tonight, of those that changed listings have or had.
struct LandingChanges: Sendable {
  /// Those that say nothing.
  private(set) var landing: Set<UInt64> = []
  /// Places in the outline of listings that did not change and whose link says something now that did
  /// not, or the other way around.
  private(set) var concerned: Set<Int32> = []

  /// What one source calls what it has at a link.
  private struct Titles {
    var first: UInt64?
    var second: UInt64?
    var isMany = false

    mutating func add(_ title: UInt64) {
      guard first != nil, first != title else {
        first = title
        return
      }
      guard second != nil, second != title else {
        second = title
        return
      }
      isMany = true
    }
  }

  /// - Parameter stated: What must be read states, with all links.
  init(_ listings: NightListings, _ outline: CampusOutline, _ stated: CandidateTable) {
    let isRead = Self.isRead(listings, outline)
    var links: Set<UInt64> = []
    for place in outline.ids.indices where isRead[place] { links.insert(outline.links[place]) }
    for candidate in stated.candidates { links.insert(candidate.statedLink) }
    links.remove(0)
    guard !links.isEmpty else { return }
    let known = HashNumbers(links)
    var titles: [UInt64: Titles] = [:]
    var staying: [Int32] = []
    for source in outline.sources {
      let name = StableHash(source.name).value
      for place in source.listings
      where !isRead[place] && known.contains(outline.links[place]) && outline.links[place] != 0 {
        staying.append(Int32(place))
        let key = PhraseHash.step(outline.links[place], name)
        for statement in outline.statements(of: place) {
          titles[key, default: Titles()].add(outline.phrases[statement])
        }
        if titles[key]?.isMany == true { landing.insert(outline.links[place]) }
      }
    }
    for candidate in stated.candidates where candidate.statedLink != 0 {
      let key = PhraseHash.step(candidate.statedLink, stated.sourceHashes[Int(candidate.source)])
      titles[key, default: Titles()].add(stated.wordings[Int(candidate.wording)].phrase)
      if titles[key]?.isMany == true { landing.insert(candidate.statedLink) }
    }
    for place in staying {
      let isLanding = landing.contains(outline.links[Int(place)])
      if isLanding != outline.marks(of: Int(place)).contains(.landing) { concerned.insert(place) }
    }
  }

  /// By place in the outline, whether it is gone or must be read.
  private static func isRead(_ listings: NightListings, _ outline: CampusOutline) -> [Bool] {
    var isRead = [Bool](repeating: true, count: outline.ids.count)
    for (listing, place) in listings.before.enumerated()
    where place >= 0 && !listings.isFresh[listing] {
      isRead[Int(place)] = false
    }
    return isRead
  }
}
