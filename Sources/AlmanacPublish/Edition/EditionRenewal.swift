import AlmanacModel
import AlmanacTime

/// An edition that says at a later time what the one before said: it shares all files of that but the few
/// that depend on the clock, which are the page, the feeds of what comes, and the changes since.
///
/// The bytes are those that making the edition in full would give.
struct EditionRenewal {
  let previous: PreviousEdition
  let manifest: EditionManifest
  let lookup: EventLookup
  let zones: ZoneDatabase
  let builder: EditionBuilder

  enum Failure: Error {
    /// The file system gives no second name to a file of the edition before.
    case notShared
    /// The lookup lacks an event that the edition before has.
    case unknownEvent(id: String)
  }

  struct Summary {
    var counts: [(name: String, count: Int)]
    var attributions: [Attribution]
    var findings: [Finding]
  }

  /// Whether an edition with these contents differs from the one before in nothing but what depends on
  /// the clock, given that what it is made of is the same.
  ///
  /// What is dropped by its age is dropped at the beginning of a week, and calendars without events have
  /// the rules of the year.
  static func isPossible(_ contents: EditionContents, after manifest: EditionManifest) -> Bool {
    func year(_ instant: Instant) -> Int { Zone.utc.civil(at: instant).date.year }
    return manifest.now < contents.now && contents.sharesWeek(with: manifest.now)
      && year(manifest.now) == year(contents.now) && manifest.window == contents.window
      && manifest.schema == contents.schema && manifest.counts != nil
      && manifest.attributions != nil
  }

  static func dependsOnClock(_ path: String) -> Bool {
    path.hasPrefix("site/")
      || [ComingFeeds.jsonPath, ComingFeeds.rssPath, EditionArtifacts.changesPath].contains(path)
  }

  /// Writes all files but the manifest.
  ///
  /// - Parameter contents: Neither events nor listings nor forecasts need be in it.
  /// - Throws: `Failure` also, and what the lookup throws.
  func write(_ contents: EditionContents) throws -> Summary {
    for file in manifest.files where !Self.dependsOnClock(file.path) {
      guard try builder.carry(file) else { throw Failure.notShared }
    }
    let days = SiteWriter(EditionIndex(contents, zones: zones)).days
    let coming = try previous.database.lend {
      try ComingEvents($0, on: days, contents, lookup, zones: zones)
    }
    let index = EditionIndex(coming.contents, zones: zones)
    let events = Self.published(coming.events, index)
    let attributions = index.attributions(
      of: Set(manifest.attributions?.compactMap(\.source) ?? []))
    try writeFeeds(coming, events, index, attributions)
    let findings = try writeSite(coming, events, index, attributions)
    // Nothing has changed.
    try builder.finish(try builder.file(EditionArtifacts.changesPath))
    return Summary(counts: counts, attributions: attributions, findings: findings)
  }

  private static func published(_ events: [Event], _ index: EditionIndex) -> [String:
    PublishedEvent]
  {
    let gate = PublicGate(index.contents.listings)
    let admitted = events.compactMap { gate.admitted($0) }.map { ($0.id, index.published($0)) }
    return Dictionary(admitted, uniquingKeysWith: { first, _ in first })
  }

  private func writeFeeds(
    _ coming: ComingEvents, _ events: [String: PublishedEvent], _ index: EditionIndex,
    _ attributions: [Attribution]
  ) throws {
    var feeds = ComingFeeds(index)
    for (id, revision) in coming.soonest {
      guard let event = events[id] else { continue }
      feeds.note(event, revision)
    }
    try feeds.finish(attributions: attributions, builder)
  }

  private func writeSite(
    _ coming: ComingEvents, _ events: [String: PublishedEvent], _ index: EditionIndex,
    _ attributions: [Attribution]
  ) throws -> [Finding] {
    var site = SiteWriter(index)
    for date in coming.shown {
      site.note(
        startingAt: date.startsAt, ordinal: date.ordinal, campus: date.campus,
        suppliedAt: date.position)
    }
    return try site.finish(attributions: attributions, builder: builder) {
      events[coming.ids[$0]]
    }
  }

  /// The counts of the edition before, but that nothing has changed.
  private var counts: [(name: String, count: Int)] {
    EditionWriter.counted.map { ($0, $0 == EditionWriter.changes ? 0 : manifest.counts?[$0] ?? 0) }
  }
}
