public import AlmanacModel
public import AlmanacTime

/// Merges the listings of each event into one event with a permanent id.
///
/// Each campus is processed alone: events of two campuses are never merged. Listings that are
/// private or outside the window give no event. The steps:
/// 1. expand listings into dated candidates (`ListingPreparation`, `ListingRecords`);
/// 2. pair those that share a day and a rare word, a uid or a link (`BlockingIndex`);
/// 3. weigh the evidence of each pair (`PairScorer`);
/// 4. cluster records of one occurrence (`OccurrenceClusterer`), then listings of one event
///    (`EventGrouper`);
/// 5. give each event its id (`IdentityAssigner`) and merge its fields (`EventMerger`).
///
/// Each listing without an event counts as dropped, also if the operator hides it.
///
/// Findings: `W_TIMES_OFF` for a source whose times differ from those of others, `W_SERIES_LIMIT` for a
/// truncated series, `W_DECISION_CONFLICT` for contradictory decisions, `W_DECISION_UNKNOWN` for a
/// decision whose names match nothing.
public struct Deduplicator: Sendable {
  private let zones: ZoneDatabase
  private let seriesLimit: Int
  private let workers: Int

  /// - Parameters:
  ///   - zones: Where the zones of series are looked up.
  ///   - seriesLimit: Most instances of one series in the window.
  ///   - workers: How many parts are compared at once; the result is the same for any number.
  public init(zones: ZoneDatabase = .system, seriesLimit: Int = 5_000, workers: Int = 1) {
    self.zones = zones
    self.seriesLimit = seriesLimit
    self.workers = workers
  }

  /// Deduplicates one campus and releases each part of the input after its last use.
  public func run(_ given: consuming DeduplicateInput) async -> Batch<DeduplicateOutput> {
    var batch = Batch<DeduplicateOutput>()
    var check = DecisionCheck()
    var input = consume given
    let expander = ListingExpander(
      window: input.window, zone: input.zone, zones: zones, limit: seriesLimit)
    let prepared = await ListingPreparation(input, expander: expander, workers: workers)
    batch.note(contentsOf: prepared.findings)
    for _ in prepared.leftOut { batch.reject() }
    let renames = ListingRenames(input, items: prepared.items, present: prepared.leftOut)
    let decisions = DecisionIndex(
      input.decisions, items: prepared.items, identities: input.identities, renames)
    batch.note(contentsOf: decisions.findings)
    check.add(input)
    // The items have them.
    input.listings = []
    let canKeep = !input.hashes.isEmpty
    input.hashes = []
    if !canKeep { input.storedInputs = [:] }
    let groups = await EventGroups(
      prepared.items, decisions: decisions, input: input, workers: workers)
    batch.note(contentsOf: groups.findings)
    let identities = await identify(groups.groups, of: prepared.items, renames, in: input)
    check.add(identities.identities)
    input.identities = []
    let merged = await merge(
      groups.groups, of: prepared.items, renames, identities, in: input)
    for _ in 0..<merged.hiddenListings { batch.reject() }
    batch.note(contentsOf: merged.findings)
    batch.keep(
      DeduplicateOutput(
        events: merged.events.map(\.event), inputs: merged.events.map(\.input), kept: merged.kept,
        identities: identities.identities, snapshot: groups.snapshot,
        doubts: groups.doubts.named(identities.ids)))
    batch.note(contentsOf: check.findings)
    return batch
  }

  private func identify(
    _ groups: [EventGroups.Group], of items: [DatedListing], _ renames: ListingRenames,
    in input: DeduplicateInput
  ) async -> IdentityAssigner.Result {
    let parts = await concurrentMap(groups.count, workers: workers) { range in
      groups[range].map { group in
        let members = group.members.map { items[$0] }
        let founding = members.first?.listing
        let isSubmitted = founding.map { input.submissionSources.contains($0.source) } ?? true
        return IdentityAssigner.Part(
          listings: members.map { Self.trace(of: $0, renames.formerNames[$0.id] ?? []) },
          title: isSubmitted ? "" : founding?.title ?? "")
      }
    }
    return IdentityAssigner(
      campus: input.campus.id, former: input.identities, renamed: renames.formerIDs,
      now: input.now, zone: input.zone
    ).assign(parts.flatMap(\.self))
  }

  static func trace(
    of item: DatedListing, _ formerNames: Set<String> = []
  ) -> ListingTrace {
    ListingTrace(
      id: item.id, source: item.listing.source, title: TitleText(item.listing.title).words,
      start: item.listing.start, link: item.listing.link, uid: item.listing.uid,
      formerNames: formerNames.isEmpty ? nil : formerNames.sorted())
  }

  private struct Merged: Sendable {
    /// Each with the hash of everything from which it was made.
    var events: [(event: Event, input: String)] = []
    /// Ids of events that are stored already.
    var kept: Set<String> = []
    /// How many listings are in no event because the operator hides it.
    var hiddenListings = 0
    var findings: [Finding] = []
  }

  /// Merges the events whose inputs changed; sorted by id.
  private func merge(
    _ groups: [EventGroups.Group], of items: [DatedListing], _ renames: ListingRenames,
    _ identities: IdentityAssigner.Result, in input: DeduplicateInput
  ) async -> Merged {
    let hash = EventInputHash(input, limit: seriesLimit, tzdata: zones.version)
    let merger = EventMerger(
      campus: input.campus.id, edits: EventEdits(input, zones: zones), zone: input.zone)
    let hidden = input.decisions.hide.reduce(into: Set<String>()) {
      $0.formUnion(DecisionNames.spellings(of: $1))
    }
    let timed = EventEdits.timedNames(input.decisions)
    let parts = await concurrentMap(groups.count, workers: workers) { range in
      range.reduce(into: Merged()) { merged, index in
        let found = groups[index]
        let members = found.members.map { items[$0] }
        let formerNames = members.reduce(into: Set<String>()) {
          $0.formUnion(renames.formerNames[$1.id] ?? [])
        }
        let names = [identities.ids[index]] + identities.aliases[index] + formerNames
        // One hidden listing hides the event: its copy in an aggregator must not bring it back.
        guard !Self.isNamed(members, names, in: hidden) else {
          merged.hiddenListings += members.count
          return
        }
        if found.occurrences.count > 1 || members.first?.isSeries == true,
          Self.isNamed(members, names, in: timed)
        {
          merged.findings.append(EventEdits.unusedTimes(of: identities.ids[index]))
        }
        let group = EventMerger.Group(
          id: identities.ids[index], aliases: identities.aliases[index],
          formerNames: formerNames.sorted(), members: members, occurrences: found.occurrences,
          references: found.references, hasOwnVenue: found.hasOwnVenue)
        let made = hash.text(of: group)
        if input.storedInputs[group.id] == made {
          merged.kept.insert(group.id)
        } else if let event = merger.event(of: group) {
          merged.events.append((event, made))
        }
      }
    }
    var all = Merged()
    for part in parts {
      all.events += part.events
      all.kept.formUnion(part.kept)
      all.hiddenListings += part.hiddenListings
      all.findings += part.findings
    }
    all.events.sort { $0.event.id < $1.event.id }
    return all
  }

  /// Whether an event or one of its listings has one of these names.
  private static func isNamed(
    _ members: [DatedListing], _ names: [String], in wanted: Set<String>
  ) -> Bool {
    guard !wanted.isEmpty else { return false }
    return names.contains(where: wanted.contains)
      || members.contains {
        !DecisionNames.names(of: $0.listing).isDisjoint(with: wanted)
      }
  }
}
