import AlmanacModel
import AlmanacTime

/// Where a changed night's listings are laid out and compared: those that changed, those that are to be
/// compared with them, and those in reach.
struct NightDesk {
  private let night: NightListings
  private let statements: NightStatements
  private let fresh: FreshStatements
  /// Links that say nothing, of those that changed.
  private let landing: Set<UInt64>
  private let learned: LearnedStatistics
  private let campus: ChangedNight
  /// By listing of tonight, as far as they were read.
  private var items: [Int: DatedListing] = [:]

  init(
    night: NightListings, statements: NightStatements, fresh: FreshStatements,
    landing: Set<UInt64>, learned: LearnedStatistics, campus: ChangedNight
  ) {
    self.night = night
    self.learned = learned
    self.statements = statements
    self.fresh = fresh
    self.landing = landing
    self.campus = campus
    for (listing, item) in statements.items.enumerated() where item >= 0 {
      items[listing] = fresh.prepared.items[Int(item)]
    }
  }

  private var outline: CampusOutline { campus.outline }

  mutating func found() async throws -> ChangedNight.Found? {
    let prints = statements.origins.map { origin in
      origin < 0 ? fresh.prints[Int(~origin)] : campus.kept.prints[Int(origin)]
    }
    let blocks = BlockChanges(statements, outline, fresh, campus.kept, prints: prints)
    guard let compared = try await compare(blocks.compared) else { return nil }
    var marked = night.ids.indices.map { night.isFresh[$0] || isNamed($0) }
    let open = statements.patched(
      campus.kept.open, compared.open, dropping: blocks.dropped, &marked)
    let rivals = statements.patched(
      campus.kept.rivals, compared.rivals, dropping: blocks.dropped, &marked)
    let ids = try campus.store.identityIDs()
    guard ids.map({ StableHash($0).value }) == campus.identities.ids,
      zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }), let sources = sources()
    else { return nil }
    let reach = OutlineReach(
      night, statements, campus.identities, marked: marked, open: open,
      sources: sources.map { StableHash($0).value }, changed: campus.changed,
      named: HashNumbers(campus.named.map { StableHash($0).value }),
      oldest: IdentityAssigner.oldest(at: campus.input.now))
    let reached = night.ids.indices.filter { reach.listings[$0] }
    let identities = try campus.store.identities(reach.identities.map { ids[$0] })
    guard identities.count == reach.identities.count,
      let found = try await groups(reached, open, rivals, identities),
      let findings = try await findings(),
      let others = try await others(reach, identities, sources, ids)
    else { return nil }
    let snapshot = DeduplicateSnapshot(
      statistics: learned.bytes,
      comparisons: KeptComparisons(
        statistics: campus.kept.statistics, prints: prints, largeBlocks: blocks.largeBlocks,
        open: open, rivals: rivals
      ).bytes,
      outlines: outlines(sources))
    return ChangedNight.Found(
      items: reached.compactMap { items[$0] }, groups: found.groups, decisions: found.decisions,
      findings: findings, taken: night.ids.count,
      leftOut: night.ids.indices.count { !statements.isItem($0) }, identities: identities,
      present: present(identities, reach), others: others, named: try await namedListings(),
      snapshot: snapshot,
      identityOutline: PatchedIdentities(
        outline: campus.identities, ids: ids, replaced: reach.identities, stated: reach.items))
  }

  // MARK: Reading

  /// Reads those of these listings that are not here yet; false where they are not what the outline says.
  private mutating func read(_ listings: [Int]) async throws -> Bool {
    let missing = listings.filter { items[$0] == nil }
    guard !missing.isEmpty else { return true }
    let prepared = await campus.prepare(
      try await campus.store.listings(missing.map { night.ids[$0] }))
    guard prepared.items.count == missing.count else { return false }
    for (listing, item) in zip(missing, prepared.items) {
      guard item.id == night.ids[listing],
        item.occurrences.count == statements.statements(of: listing).count
      else { return false }
      items[listing] = item
    }
    return true
  }

  /// Statements of these listings, which were read, with the number that each statement of tonight has
  /// among them; -1 for others.
  private func comparer(
    of listings: [Int]
  ) async -> (comparer: PairComparer, numbers: [Int32]) {
    var landing = landing
    for listing in listings where !night.isFresh[listing] {
      let place = Int(night.before[listing])
      if outline.marks(of: place).contains(.landing) { landing.insert(outline.links[place]) }
    }
    let statistics = learned.statistics
    let stated = await campus.table(of: listings.compactMap { items[$0] }).withoutLinks(landing)
    var numbers = [Int32](repeating: -1, count: statements.count)
    var count: Int32 = 0
    for listing in listings {
      for statement in statements.statements(of: listing) {
        numbers[statement] = count
        count += 1
      }
    }
    return (
      PairComparer(stated.subtracting(statistics.sources.offsets), statistics), numbers
    )
  }

  // MARK: Comparing

  private struct Compared: Sendable {
    var open: [KeptComparisons.OpenPair] = []
    var rivals: [KeptComparisons.RivalPair] = []
  }

  private mutating func compare(_ pairs: [BlockChanges.Pair]) async throws -> Compared? {
    var isCompared = [Bool](repeating: false, count: night.ids.count)
    for pair in pairs {
      isCompared[Int(statements.listings[Int(pair.first)])] = true
      isCompared[Int(statements.listings[Int(pair.second)])] = true
    }
    let listings = night.ids.indices.filter { isCompared[$0] }
    guard try await read(listings) else { return nil }
    let (comparer, numbers) = await comparer(of: listings)
    let parts = await Stripes.map(pairs.count, workers: campus.workers) { range in
      var part = Compared()
      for pair in pairs[range] {
        let (left, right) = (Int(numbers[Int(pair.first)]), Int(numbers[Int(pair.second)]))
        guard let result = HappeningClusterer.result(left, right, comparer, 0) else { continue }
        if let draft = result.draft {
          part.open.append(
            KeptComparisons.OpenPair(first: pair.first, second: pair.second, draft: draft))
        }
        if !result.rivals.isEmpty {
          part.rivals.append(
            KeptComparisons.RivalPair(
              first: pair.first, second: pair.second, rivals: result.rivals))
        }
      }
      return part
    }
    return Compared(open: parts.flatMap(\.open), rivals: parts.flatMap(\.rivals))
  }

  private mutating func groups(
    _ reached: [Int], _ open: [KeptComparisons.OpenPair], _ rivals: [KeptComparisons.RivalPair],
    _ identities: [EventIdentity]
  ) async throws -> (groups: [EventGroups.Group], decisions: DecisionIndex)? {
    guard try await read(reached) else { return nil }
    let (comparer, numbers) = await comparer(of: reached)
    let local = open.compactMap { pair -> KeptComparisons.OpenPair? in
      let (first, second) = (numbers[Int(pair.first)], numbers[Int(pair.second)])
      guard first >= 0, second >= 0 else { return nil }
      return KeptComparisons.OpenPair(first: first, second: second, draft: pair.draft)
    }
    var flags = [PairComparison.Rivals](
      repeating: [], count: comparer.table.candidates.count)
    for pair in rivals {
      for number in [numbers[Int(pair.first)], numbers[Int(pair.second)]] where number >= 0 {
        flags[Int(number)].formUnion(pair.rivals)
      }
    }
    let items = reached.compactMap { self.items[$0] }
    let decisions = DecisionIndex(campus.input.decisions, items: items, identities: identities)
    let groups = await EventGroups.groups(
      of: items, comparer, open: local, rivals: flags, decisions: decisions, campus.input,
      workers: campus.workers)
    return (groups, decisions)
  }

  // MARK: What else is asked for

  private func isNamed(_ listing: Int) -> Bool {
    !night.isFresh[listing]
      && outline.marks(of: Int(night.before[listing])).contains(.named)
  }

  /// By listing of tonight, the name of its source; nil where they are not in order.
  private func sources() -> [String]? {
    var names: [String] = []
    names.reserveCapacity(night.ids.count)
    var (read, source) = (0, 0)
    for listing in night.ids.indices {
      let name: String
      if night.isFresh[listing] {
        name = fresh.prepared.outlined[read].source
        read += 1
      } else {
        while !outline.sources[source].listings.contains(Int(night.before[listing])) { source += 1 }
        name = outline.sources[source].name
      }
      if let last = names.last, last != name, !CampusOutline.precedes(last, name) { return nil }
      names.append(name)
    }
    return names
  }

  /// Of series that are published in part, in the order of their listings.
  private func findings() async throws -> [Finding]? {
    let others = night.ids.indices.filter {
      !night.isFresh[$0] && outline.marks(of: Int(night.before[$0])).contains(.cutShort)
    }
    guard !others.isEmpty else { return fresh.prepared.findings }
    let prepared = await campus.prepare(
      try await campus.store.listings(others.map { night.ids[$0] }))
    guard prepared.findings.count == others.count else { return nil }
    return (fresh.prepared.findings + prepared.findings).sorted {
      ($0.subject ?? "") < ($1.subject ?? "")
    }
  }

  /// Those that give no event are not in reach, whatever names them.
  private func namedListings() async throws -> [Listing] {
    guard !campus.named.isEmpty else { return [] }
    let named = night.ids.indices.filter { night.isFresh[$0] || isNamed($0) }
    return try await campus.store.listings(named.map { night.ids[$0] })
  }

  private func present(_ identities: [EventIdentity], _ reach: OutlineReach) -> Set<String> {
    let absent = identities.flatMap(\.traces).map(\.id).filter {
      !reach.items.contains(StableHash($0).value)
    }
    guard !absent.isEmpty else { return [] }
    let leftOut = HashNumbers(
      night.ids.indices.filter { !statements.isItem($0) }.map { night.hashes[$0] })
    return Set(absent.filter { leftOut.contains(StableHash($0).value) })
  }

  /// Listings out of reach may make a title ambiguous where their source has one more and one less.
  private mutating func others(
    _ reach: OutlineReach, _ identities: [EventIdentity], _ sources: [String], _ ids: [String]
  ) async throws -> IdentityAssigner.Others? {
    var vanished: Set<String> = []
    for identity in identities {
      for trace in identity.traces where !reach.items.contains(StableHash(trace.id).value) {
        vanished.insert(trace.source)
      }
    }
    vanished = vanished.filter { reach.newcomers.contains(StableHash($0).value) }
    let bystanders =
      vanished.isEmpty
      ? []
      : night.ids.indices.filter {
        statements.isItem($0) && !reach.listings[$0] && vanished.contains(sources[$0])
      }
    guard try await read(bystanders) else { return nil }
    let traces = bystanders.compactMap { items[$0].map(Deduplicator.trace) }
    return IdentityAssigner.Others(
      ids: { ids }, traces: { sources in traces.filter { sources.contains($0.source) } })
  }

  /// Of the night before where nothing of a source changed.
  private func outlines(_ sources: [String]) -> [String: [UInt8]] {
    var changed = Set(
      outline.sources.filter { night.gone.contains(where: $0.listings.contains) }.map(\.name))
    for listing in night.ids.indices where night.isFresh[listing] {
      changed.insert(sources[listing])
    }
    var patched = CampusOutline()
    var read = 0
    for listing in night.ids.indices {
      guard changed.contains(sources[listing]) else { continue }
      guard night.isFresh[listing] else {
        patched.append(Int(night.before[listing]), of: outline, in: sources[listing])
        continue
      }
      var outlined = fresh.prepared.outlined[read]
      read += 1
      let item = Int(statements.items[listing])
      guard item >= 0 else {
        patched.append(outlined)
        continue
      }
      let candidates = fresh.firstCandidates[item]..<fresh.firstCandidates[item + 1]
      outlined.set(link: fresh.table.candidates[candidates.lowerBound])
      patched.append(outlined)
      for candidate in candidates {
        patched.append(fresh.table, candidate, keys: fresh.keys(of: candidate))
      }
    }
    let kept = campus.input.snapshot?.outlines.filter { !changed.contains($0.key) } ?? [:]
    return kept.merging(patched.bytes) { first, _ in first }
  }
}
