import AlmanacModel
import AlmanacTime

/// A night of few changes: finds out of outlines which listings and identities they reach, and reads
/// nothing else.
///
/// What comes out is what comes out of looking at everything. Where it can't be told so, because too much
/// changed or what was kept does not fit what is there, nothing comes out.
struct ChangedNight: Sendable {
  /// What the changes reach.
  struct Found: Sendable {
    var items: [DatedListing]
    var groups: [EventGroups.Group]
    var decisions: DecisionIndex
    /// Of all of tonight's listings.
    var findings: [Finding]
    /// How many listings there are, and how many of them give no event.
    var taken: Int
    var leftOut: Int
    /// Last night's.
    var identities: [EventIdentity]
    /// Listings among those of these identities that are there and give no event.
    var present: Set<String>
    /// What stays as it is.
    var others: IdentityAssigner.Others
    /// Listings that decisions may name.
    var named: [Listing]
    /// But for the identities.
    var snapshot: DeduplicateSnapshot
    var identityOutline: PatchedIdentities
  }

  let input: DeduplicateInput
  let store: StoredCampus
  let expander: ListingExpander
  let workers: Int
  let learned: LearnedStatistics
  let kept: KeptComparisons
  let outline: CampusOutline
  let identities: IdentityOutline
  /// Hashes of the ids of listings that are others or gone.
  let changed: HashNumbers
  /// What the operator's decisions name.
  let named: Set<String>

  /// nil where the night before left nothing that all of this can be told from.
  ///
  /// - Parameter input: Its listings and identities are not looked at.
  init?(
    _ input: DeduplicateInput, _ store: StoredCampus, _ expander: ListingExpander, workers: Int
  ) {
    guard let changes = input.changes, input.takesKnownPairs, let snapshot = input.snapshot,
      let learned = LearnedStatistics(snapshot.statistics),
      let kept = KeptComparisons(snapshot.comparisons), kept.statistics == learned.name,
      let outline = CampusOutline(snapshot.outlines), outline.statementCount == kept.prints.count,
      let identities = IdentityOutline(snapshot.identities)
    else { return nil }
    named = DecisionNames.named(by: input.decisions)
    // Names are equal as texts, but found by their bytes.
    guard named.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    (self.input, self.store, self.expander, self.workers) = (input, store, expander, workers)
    (self.learned, self.kept, self.outline) = (learned, kept, outline)
    self.identities = identities
    changed = HashNumbers(changes.listings.map { StableHash($0).value })
  }

  /// - Parameter share: More changed listings than this are too many, in percent.
  func found(atMost share: Int) async throws -> Found? {
    guard var night = NightListings(try store.listingIDs(), outline, changed: changed) else {
      return nil
    }
    night.refresh(asking(input.changes?.queries ?? []))
    guard night.freshIDs.count * 100 <= night.ids.count * share else { return nil }
    guard let fresh = try await read(&night),
      let statements = NightStatements(night, outline, fresh.statements)
    else { return nil }
    guard let learned = learned(fresh.statements, statements) else { return nil }
    var desk = NightDesk(
      night: night, statements: statements, fresh: fresh.statements, landing: fresh.landing,
      learned: learned, campus: self)
    return try await desk.found()
  }

  /// Places in the outline of listings that ask any of these questions.
  private func asking(_ queries: Set<VenueQuery>) -> Set<Int32> {
    guard !queries.isEmpty else { return [] }
    let hashes = HashNumbers(
      queries.map { OutlinedListing.hash(ofQuery: $0.text, $0.coordinate) })
    var asking = Set(
      outline.askers.indices.filter { hashes.contains(outline.askedQueries[$0]) }
        .map { outline.askers[$0] })
    for (place, query) in outline.queries.enumerated() where hashes.contains(query) {
      asking.insert(Int32(place))
    }
    return asking
  }

  /// Reads what changed, and what else has a link that says nothing any more or again.
  private func read(
    _ night: inout NightListings
  ) async throws -> (statements: FreshStatements, landing: Set<UInt64>)? {
    let listings = try await store.listings(night.freshIDs)
    guard night.keep(read: Set(listings.map(\.id))) else { return nil }
    var prepared = await prepare(listings)
    var stated = await table(of: prepared.items)
    let landing = LandingChanges(night, outline, stated)
    if !landing.concerned.isEmpty {
      night.refresh(landing.concerned)
      prepared = await prepare(try await store.listings(night.freshIDs))
      stated = await table(of: prepared.items)
    }
    let statements = FreshStatements(
      prepared, stated.withoutLinks(landing.landing), learned.statistics)
    return (statements, landing.landing)
  }

  func prepare(_ listings: [Listing]) async -> ListingPreparation {
    var input = input
    input.listings = listings
    return await ListingPreparation(input, expander: expander, workers: workers)
  }

  /// With the times and links that the sources state.
  func table(of items: [DatedListing]) async -> CandidateTable {
    await CandidateReader(items: items, zone: input.zone).statedTable(of: items, workers: workers)
  }

  /// What was learned, with what changed counted; nil where it is to be learned again.
  private func learned(
    _ fresh: FreshStatements, _ statements: NightStatements
  ) -> LearnedStatistics? {
    let prints = HashNumbers(fresh.prints)
    var known = 0
    for (statement, print) in kept.prints.enumerated() where prints.contains(print) {
      // Two listings' statements with one print: it takes all statements to tell them apart.
      guard statements.numbers[statement] < 0 else { return nil }
      known += 1
    }
    let changes = fresh.prints.count - known
    let day = Int32(clamping: input.zone.civil(at: input.now).date.dayNumber)
    var learned = learned
    guard
      learned.holds(
        for: fresh.table.sourceHashes, statements: statements.count, day: day, changes: changes,
        input.cadence)
    else { return nil }
    learned.count(changes: changes)
    return learned
  }
}
