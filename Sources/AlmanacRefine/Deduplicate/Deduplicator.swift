public import AlmanacModel
public import AlmanacTime

/// Makes one event of all listings that state it, with an id that lasts.
///
/// Takes one campus at a time, so that the same title on two campuses never meets. What is not
/// public or not in the window gives no event. The steps:
/// 1. expand listings into dated candidates (`ListingPreparation`, `CandidateReader`);
/// 2. pair those that share a day and a rare word, a uid or a link (`CandidatePairs`);
/// 3. weigh the evidence of each pair (`PairScorer`);
/// 4. cluster statements of one happening (`HappeningClusterer`), then listings of one event
///    (`EventGrouper`);
/// 5. give each event its id (`IdentityAssigner`) and merge its fields (`EventMerger`).
///
/// What is left out, also by the operator, counts as dropped, listing by listing.
///
/// Findings: `W_SERIES_LIMIT` where a series was cut short, `W_DECISION_CONFLICT` where decisions
/// contradict each other, `W_DECISION_UNKNOWN` where one names nothing that any of the inputs has.
public struct Deduplicator: Stage {
  public static let name = StageName.deduplicate

  private let zones: ZoneDatabase
  private let seriesLimit: Int
  private let workers: Int

  /// - Parameters:
  ///   - zones: Where the zones of series are looked up.
  ///   - seriesLimit: Most instances of one series in the window.
  ///   - workers: How many parts of the comparing are under way at once; the result is the same for
  ///     any number.
  public init(zones: ZoneDatabase = .system, seriesLimit: Int = 5_000, workers: Int = 1) {
    self.zones = zones
    self.seriesLimit = seriesLimit
    self.workers = workers
  }

  public func run(_ inputs: [DeduplicateInput]) async throws -> Batch<DeduplicateOutput> {
    var batch = Batch<DeduplicateOutput>()
    var check = DecisionCheck()
    for input in inputs { await deduplicate(input, into: &batch, &check) }
    batch.note(contentsOf: check.findings)
    return batch
  }

  /// The same for one campus alone, of which each thing leaves memory when it is not needed any more.
  public func run(_ input: consuming DeduplicateInput) async -> Batch<DeduplicateOutput> {
    var batch = Batch<DeduplicateOutput>()
    var check = DecisionCheck()
    await deduplicate(input, into: &batch, &check)
    batch.note(contentsOf: check.findings)
    return batch
  }

  /// The same for one campus of which little changed, reading only what the changes reach.
  ///
  /// - Parameters:
  ///   - input: Without listings and identities, which are read where they are needed.
  ///   - share: More changed listings than this are too many, in percent.
  /// - Returns: What comes out, and how many listings there are; nil where all must be looked at.
  public func run(
    _ input: DeduplicateInput, reading store: StoredCampus, atMost share: Int = 5
  ) async throws -> (batch: Batch<DeduplicateOutput>, listings: Int)? {
    let expander = ListingExpander(
      window: input.window, zone: input.zone, zones: zones, limit: seriesLimit)
    guard let night = ChangedNight(input, store, expander, workers: workers),
      let found = try await night.found(atMost: share)
    else { return nil }
    var batch = Batch<DeduplicateOutput>()
    batch.note(contentsOf: found.findings)
    for _ in 0..<found.leftOut { batch.drop() }
    batch.note(contentsOf: found.decisions.findings)
    var check = DecisionCheck()
    var named = input
    named.listings = found.named
    check.add(named)
    let identities = await identify(
      found.groups, of: found.items, in: input, former: found.identities, found.present,
      beside: found.others)
    check.add(known: found.identityOutline.known(of: night.named))
    check.add(identities.identities)
    let (events, hidden) = await merge(found.groups, of: found.items, identities, in: input)
    for _ in 0..<hidden { batch.drop() }
    var snapshot = found.snapshot
    snapshot.identities = found.identityOutline.bytes(
      with: identities.identities, zone: input.zone)
    batch.keep(
      DeduplicateOutput(
        events: events, identities: identities.identities,
        replaced: Set(found.identities.map(\.id)), snapshot: snapshot))
    batch.note(contentsOf: check.findings)
    return (batch, found.taken)
  }

  private func deduplicate(
    _ given: consuming DeduplicateInput, into batch: inout Batch<DeduplicateOutput>,
    _ check: inout DecisionCheck
  ) async {
    var input = consume given
    let expander = ListingExpander(
      window: input.window, zone: input.zone, zones: zones, limit: seriesLimit)
    let prepared = await ListingPreparation(input, expander: expander, workers: workers)
    batch.note(contentsOf: prepared.findings)
    for _ in prepared.leftOut { batch.drop() }
    let decisions = DecisionIndex(
      input.decisions, items: prepared.items, identities: input.identities)
    batch.note(contentsOf: decisions.findings)
    check.add(input)
    // The items have them.
    input.listings = []
    let (groups, kept, reach) = await grouped(prepared, decisions, input)
    var snapshot = kept
    let identities = await identify(groups, of: prepared, in: input, reach)
    let replaced = reach.map { Set($0.identities.map(\.id)) }
    let staying = replaced.map { gone in input.identities.filter { !gone.contains($0.id) } } ?? []
    check.add(staying)
    check.add(identities.identities)
    input.identities = []
    if !snapshot.outlines.isEmpty {
      snapshot.identities = outline(staying, identities.identities, prepared, zone: input.zone)
    }
    let (events, hidden) = await merge(groups, of: prepared.items, identities, in: input)
    for _ in 0..<hidden { batch.drop() }
    batch.keep(
      DeduplicateOutput(
        events: events, identities: identities.identities, replaced: replaced,
        snapshot: snapshot))
  }

  /// What was compared is much, and only its result goes on.
  private func grouped(
    _ prepared: ListingPreparation, _ decisions: DecisionIndex, _ input: DeduplicateInput
  ) async -> (groups: [EventGroups.Group], snapshot: DeduplicateSnapshot, reach: ChangeReach?) {
    let groups = await EventGroups(prepared, decisions: decisions, input: input, workers: workers)
    return (groups.groups, groups.snapshot, groups.reach)
  }

  private func identify(
    _ groups: [EventGroups.Group], of prepared: ListingPreparation, in input: DeduplicateInput,
    _ reach: ChangeReach?
  ) async -> IdentityAssigner.Result {
    let items = prepared.items
    let others = reach.map { reach in
      IdentityAssigner.Others(
        ids: { input.identities.map(\.id) },
        traces: { reach.bystanders(of: $0, among: items).map(Self.trace) })
    }
    return await identify(
      groups, of: items, in: input, former: reach?.identities ?? input.identities,
      Set(prepared.leftOut), beside: others ?? IdentityAssigner.Others())
  }

  /// - Parameter present: Ids of listings that are there and give no event.
  private func identify(
    _ groups: [EventGroups.Group], of items: [DatedListing], in input: DeduplicateInput,
    former: [EventIdentity], _ present: Set<String>, beside others: IdentityAssigner.Others
  ) async -> IdentityAssigner.Result {
    let parts = await Stripes.map(groups.count, workers: workers) { range in
      groups[range].map { group in
        let members = group.members.map { items[$0] }
        return IdentityAssigner.Part(
          listings: members.map(Self.trace), title: members.first?.listing.title ?? "")
      }
    }
    return IdentityAssigner(
      campus: input.campus.id, former: former, present: present, now: input.now,
      zone: input.zone, beside: others
    ).assign(parts.flatMap(\.self))
  }

  /// For the night after, of all identities.
  private func outline(
    _ staying: [EventIdentity], _ others: [EventIdentity], _ prepared: ListingPreparation,
    zone: Zone
  ) -> [UInt8] {
    let all = staying.isEmpty ? others : (staying + others).sorted { $0.id < $1.id }
    let stated = HashNumbers(prepared.outlined.lazy.filter(\.isItem).map(\.id))
    return IdentityOutline(all, zone: zone) { stated.contains($0) }.bytes
  }

  static func trace(of item: DatedListing) -> ListingTrace {
    let title = TitleText(item.listing.title)
    return ListingTrace(
      id: item.id, source: item.listing.source, title: title.string(of: 0..<title.words.count),
      start: item.listing.start, link: item.listing.link)
  }

  /// Events with how many listings are not among them because the operator hides their event.
  private struct Merged: Sendable {
    var events: [Event] = []
    var hiddenListings = 0
  }

  /// Sorted by id.
  private func merge(
    _ groups: [EventGroups.Group], of items: [DatedListing], _ identities: IdentityAssigner.Result,
    in input: DeduplicateInput
  ) async -> (events: [Event], hiddenListings: Int) {
    let merger = EventMerger(
      campus: input.campus.id, decisions: DecidedValues(input.decisions.set), zone: input.zone)
    let hidden = input.decisions.hide.reduce(into: Set<String>()) {
      $0.formUnion(DecisionNames.spellings(of: $1))
    }
    let parts = await Stripes.map(groups.count, workers: workers) { range in
      range.reduce(into: Merged()) { merged, index in
        let group = groups[index]
        let members = group.members.map { items[$0] }
        let names = [identities.ids[index]] + identities.aliases[index]
        guard !Self.isHidden(members, names, hidden) else {
          merged.hiddenListings += members.count
          return
        }
        let event = merger.event(
          of: EventMerger.Group(
            id: identities.ids[index], aliases: identities.aliases[index], members: members,
            happenings: group.happenings, references: group.references))
        if let event { merged.events.append(event) }
      }
    }
    var events = parts.flatMap(\.events)
    if !zip(events, events.dropFirst()).allSatisfy({ $0.id < $1.id }) {
      events.sort { $0.id < $1.id }
    }
    return (events, parts.reduce(0) { $0 + $1.hiddenListings })
  }

  /// One hidden listing hides the event: its copy in an aggregator must not bring it back.
  private static func isHidden(
    _ members: [DatedListing], _ names: [String], _ hidden: Set<String>
  ) -> Bool {
    guard !hidden.isEmpty else { return false }
    return names.contains(where: hidden.contains)
      || members.contains {
        !DecisionNames.names(of: $0).isDisjoint(with: hidden)
      }
  }
}
