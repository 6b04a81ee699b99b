import AlmanacModel
import AlmanacStore
import AlmanacTime
import Logging

/// What every step of a run shares.
struct RunContext: Sendable {
  let settings: Settings
  let options: RunOptions
  let workspace: Workspace
  let events: EventsAtHand
  let zones: ZoneDatabase
  /// Its entries name the run and the stage.
  var log: Logger
  let progress: ProgressSink
  /// Whether a signal asked the run to stop; looked at between batches.
  let isInterrupted: @Sendable () -> Bool

  func checkInterruption() throws(RunError) {
    if isInterrupted() { throw .interrupted }
  }

  /// Tells how much work a campus is in this stage; one that is alone needs no name.
  func expect(_ count: Int, _ unit: ProgressUnit, of campus: Campus) {
    progress.tell(.expects(count, unit, of: settings.campuses.count == 1 ? nil : campus.id))
  }

  /// The configured sources that the call names; all, where it names none.
  var chosenSources: [Source] {
    options.sources.isEmpty
      ? settings.sources : settings.sources.filter { options.sources.contains($0.id) }
  }

  func sources(of campus: Campus) -> [Source] {
    settings.sources.filter { $0.campus == campus.id }
  }

  /// What the campus's sources state, as far as their definitions let it be published.
  func listings(of campus: Campus) throws -> [Listing] {
    limited(try workspace.listings(campus: campus.id), of: campus)
  }

  /// The same as it was when the campus's events were made of it.
  func listingsOfEvents(of campus: Campus) throws -> [Listing] {
    limited(try workspace.listingsOfEvents(campus: campus.id), of: campus)
  }

  /// In place: of most sources nothing has to be limited.
  private func limited(_ stated: [Listing], of campus: Campus) -> [Listing] {
    var listings = stated
    var known: Set<String> = []
    var limits: [String: Source] = [:]
    for source in settings.sources where source.campus == campus.id {
      known.insert(source.id)
      if source.isLimiting { limits[source.id] = source }
    }
    if !listings.allSatisfy({ known.contains($0.source) }) {
      listings.removeAll { !known.contains($0.source) }
    }
    guard !limits.isEmpty else { return listings }
    for index in listings.indices {
      guard let source = limits[listings[index].source] else { continue }
      listings[index] = source.limiting(listings[index])
    }
    return listings
  }

  /// How each source's venues are read.
  func strategies(of campus: Campus) -> [String: VenueStrategy] {
    Dictionary(uniqueKeysWithValues: sources(of: campus).map { ($0.id, $0.venue) })
  }

  func zone(of campus: Campus) -> Zone { zones.zone(named: campus.timezone) ?? .utc }

  /// Around the campus's midnight before `now`, so that it moves once a day.
  func window(of campus: Campus) -> Window {
    let zone = zone(of: campus)
    return settings.window(at: zone.startOfDay(zone.civil(at: options.now).date))
  }

  /// The fingerprints of what a stage left for these keys, as one text.
  func ledger(_ stage: StageName, keys: [String]) throws -> String {
    let known = try workspace.fingerprints(of: stage)
    return keys.sorted().map { "\($0)=\(known[$0] ?? "-")" }.joined(separator: "\n")
  }
}
