public import AlmanacModel
public import AlmanacTime

/// The input of `deduplicate` for one campus.
///
/// The result does not depend on the order of the listings, identities or dictionaries.
public struct DeduplicateInput: Sendable {
  public var campus: Campus
  /// Of all sources, in any order.
  public var listings: [Listing]
  /// By listing, a hash of its content; empty if none is known, and then every event is merged.
  public var hashes: [UInt64] = []
  /// By event id, the hash of everything from which the stored event was made. An event with an equal
  /// hash is not merged again.
  public var storedInputs: [String: String] = [:]
  /// The placements of the queries in `VenueQueries`.
  public var placements: [VenueQuery: Placement]
  /// How each source's venues are read, by source id; `.text` where none is given.
  public var strategies: [String: VenueStrategy]
  /// By source id, its own names of places.
  public var aliases: [String: [String: String]] = [:]
  /// Sources to which people submit events. Ids of such events contain no words of their titles, which
  /// may have to be removed later.
  public var submissionSources: Set<String> = []
  /// The last run's, as `DeduplicateOutput` gave them.
  public var identities: [EventIdentity]
  /// Source ids, most trusted first; those not listed come after: official ones, then the others, each by
  /// their ids.
  public var trust: [String]
  public var decisions: Decisions
  /// The range of times to expand and publish.
  public var window: Window
  /// The campus's zone, in which whole days and floating times are read.
  public var zone: Zone
  /// The time of the run, at which new ids are issued.
  public var now: Instant
  /// Of the previous run; nil if there was none.
  public var snapshot: DeduplicateSnapshot?
  /// How long the statistics in the snapshot are reused.
  public var cadence = LearningCadence()

  public init(
    campus: Campus, listings: [Listing], placements: [VenueQuery: Placement] = [:],
    strategies: [String: VenueStrategy] = [:], identities: [EventIdentity] = [],
    trust: [String] = [], decisions: Decisions = Decisions(), window: Window, zone: Zone,
    now: Instant, snapshot: DeduplicateSnapshot? = nil
  ) {
    self.campus = campus
    self.listings = listings
    self.placements = placements
    self.strategies = strategies
    self.identities = identities
    self.trust = trust
    self.decisions = decisions
    self.window = window
    self.zone = zone
    self.now = now
    self.snapshot = snapshot
  }
}

/// The events of one campus and their identities.
public struct DeduplicateOutput: Hashable, Sendable {
  /// Sorted by id; without those that are stored already.
  public var events: [Event]
  /// By event, the hash of everything from which it was made.
  public var inputs: [String]
  /// Ids of stored events whose inputs are unchanged.
  public var kept: Set<String>
  /// Sorted by id: of this run's events, of those seen on earlier runs, and of those merged away.
  public var identities: [EventIdentity]
  /// For the next run.
  public var snapshot: DeduplicateSnapshot
  /// Upcoming listings that may or may not be one event, the most doubtful first.
  public var doubts: [DoubtfulPair]

  public init(
    events: [Event], inputs: [String] = [], kept: Set<String> = [],
    identities: [EventIdentity], snapshot: DeduplicateSnapshot, doubts: [DoubtfulPair] = []
  ) {
    self.events = events
    self.inputs = inputs
    self.kept = kept
    self.identities = identities
    self.snapshot = snapshot
    self.doubts = doubts
  }
}
