import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Foundation

/// Publishes the events as an edition.
struct PublishStep {
  let context: RunContext

  /// The key of the edition in the ledger.
  private static let key = "edition"

  func run(into report: inout RunReport) async throws {
    var stage = RunReport.Stage(.publish)
    try await publish(noting: &stage, &report)
    report.stages.append(stage)
  }

  private func publish(
    noting stage: inout RunReport.Stage, _ report: inout RunReport
  ) async throws {
    let images = try await PlaceImages(context: context).images(noting: &report.findings)
    let fingerprint = try fingerprint(images)
    // If no input has changed, the new edition links the previous files.
    if let edition = try renewed(fingerprint, images) {
      stage.unchanged = 1
      try record(edition, fingerprint, in: &stage, &report)
      return
    }
    let events = try supply()
    stage.read = events.count
    if events.count == 0 {
      guard try hasUsableSource(), try isDeduplicated() else {
        throw report.exitCode == .networkDown ? RunError.networkDown : .nothingUsable
      }
    }
    context.progress.report(.expects(events.count, .events, of: nil))
    var contents = try await contents()
    contents.images = images
    contents.imageBody = { [bodies = context.workspace.bodies] in try bodies.body(sha256: $0) }
    let edition = try publisher.publish(contents, events: events)
    try record(edition, fingerprint, in: &stage, &report)
  }

  private var publisher: Publisher {
    Publisher(
      folder: context.options.output, keepEditions: context.settings.publishing.keepEditions,
      artifacts: context.options.isRehearsal ? .database : .all,
      tally: context.progress.tally)
  }

  private func record(
    _ edition: PublishedEdition, _ fingerprint: String, in stage: inout RunReport.Stage,
    _ report: inout RunReport
  ) throws {
    report.edition = edition.id
    let latest = OutputFolder(url: context.options.output).latest
    report.editionPath = latest.path
    let page = latest.appending(path: "site/index.html").path
    report.sitePath = FileManager.default.fileExists(atPath: page) ? page : nil
    report.counts = edition.counts
    report.findings += edition.findings
    stage.warnings = edition.findings.count
    let events = edition.counts.first { $0.name == "events" }?.count ?? 0
    stage.read = max(stage.read, events)
    stage.accepted = stage.read
    try context.workspace.note(
      StageRecord(
        stage: .publish, key: Self.key, fingerprint: fingerprint, read: stage.read,
        accepted: stage.accepted, rejected: 0, findings: [], capture: edition.sealed.text))
  }

  // MARK: - Unchanged input

  /// The previous edition with this run's time; nil if anything else differs.
  private func renewed(
    _ fingerprint: String, _ images: [PlaceImage]
  ) throws -> PublishedEdition? {
    // Results from parts have no fingerprints to compare.
    guard !context.options.force, context.options.records.isEmpty,
      let before = try context.workspace.stageRecord(.publish, key: Self.key),
      before.fingerprint == fingerprint,
      let sealed = before.capture.flatMap({ SealedEdition(text: $0) })
    else { return nil }
    var contents = try contents(listings: PublishedListings(), forecasts: [])
    contents.images = images
    return try publisher.renew(contents, from: sealed)
  }

  /// The fingerprint of every input of an edition except the run time and the previous edition.
  private func fingerprint(_ images: [PlaceImage]) throws -> String {
    let settings = context.settings
    var inputs = Fingerprint(.publish)
    for campus in settings.campuses {
      let id = campus.campus.id
      try inputs.combine(campus.campus)
      try inputs.combine(context.window(of: campus.campus))
      inputs.combine(campus.gazetteerDigest)
      if context.hasPresence(campus.campus),
        let presence = try context.workspace.presence(campus: id)
      {
        // Cells are final: the end and their number identify them.
        inputs.combine("presence \(presence.until) \(presence.cells.count)")
      }
      for stage in [StageName.deduplicate, .categorize, .enrich] {
        inputs.combine(try context.ledger(stage, keys: [id]))
      }
      for age in try context.workspace.forecastAges(campus: id, byIssue: true) {
        inputs.combine("\(age.source) \(age.request) \(context.isStale(age) ? "stale" : "fresh")")
      }
    }
    inputs.combine(try context.workspace.setting(Settings.definitions) ?? "")
    for image in images { inputs.combine("\(image)") }
    try inputs.combine(settings.taxonomy)
    try inputs.combine(settings.publishing)
    try inputs.combine(settings.rules)
    try inputs.combine(settings.views)
    inputs.combine(settings.decisions.hide.sorted().joined(separator: "\n"))
    inputs.combine(ZoneDatabase.system.version)
    return inputs.value
  }

  // MARK: - Input

  /// Whether a source of events or a network was read: then also an edition without events is published.
  private func hasUsableSource() throws -> Bool {
    let read = try context.workspace.ledger(of: .parse)
    for source in context.settings.sources where source.kind.hasEvents || source.kind == .transit {
      if let record = read[source.id], !record.findings.contains(where: \.code.refusesSource) {
        return true
      }
    }
    return false
  }

  /// Whether all campuses were deduplicated. Otherwise no events would mean "not processed yet", and
  /// withdraw everything that was published.
  private func isDeduplicated() throws -> Bool {
    try context.settings.campuses.allSatisfy {
      try context.workspace.stageRecord(.deduplicate, key: $0.campus.id) != nil
    }
  }

  private func supply() throws -> EventSupply {
    try StoredSupply(context.workspace, campuses: context.settings.campuses.map(\.campus.id)).supply
  }

  /// Everything except the events, which are read in chunks.
  private func contents() async throws -> EditionContents {
    var listings = PublishedListings()
    var forecasts: [Forecast] = []
    var travel: [String: CampusTravel] = [:]
    for campus in context.settings.campuses.map(\.campus) {
      try await context.readListings(.ofEvents, of: campus) {
        $0
      } receive: { part, _ in
        for (listing, _) in part { listings.add(listing) }
      }
      travel[campus.id] = try context.workspace.travel(campus: campus.id)
      forecasts += try context.workspace.forecasts(campus: campus.id).filter { forecast in
        WeatherEnricher.isFresh(
          fetchedAt: forecast.fetchedAt, issuedAt: forecast.issuedAt, now: context.options.now)
      }
    }
    var contents = try contents(listings: listings, forecasts: forecasts)
    contents.travel = travel
    return contents
  }

  private func contents(listings: PublishedListings, forecasts: [Forecast]) throws
    -> EditionContents
  {
    let settings = context.settings
    var contents = EditionContents(
      now: context.options.now, window: window(), tzdataVersion: ZoneDatabase.system.version,
      campuses: settings.campuses.map(\.campus),
      gazetteers: settings.gazetteers, taxonomy: settings.taxonomy, sources: settings.sources,
      events: [], listings: listings, forecasts: forecasts, options: settings.publishing,
      inputs: try inputs())
    contents.views = settings.views
    for campus in settings.campuses.map(\.campus) where context.hasPresence(campus) {
      contents.presence[campus.id] = try context.workspace.presence(campus: campus.id)
    }
    contents.schemas = DefaultFiles.editionSchemas
    contents.hidden = Set(settings.decisions.hide)
    let selectors = try settings.campuses.map {
      ($0.campus.id, try context.selector(of: $0.campus))
    }
    let byCampus = Dictionary(selectors, uniquingKeysWith: { first, _ in first })
    contents.rejects = { event in
      event.rejectionSamples.contains { byCampus[event.campus]?.rejects($0) == true }
    }
    return contents
  }

  /// The union of the windows of all campuses.
  private func window() -> Window? {
    let windows = context.settings.campuses.map { context.window(of: $0.campus) }
    guard let from = windows.map(\.from).min(), let to = windows.map(\.to).max() else {
      return nil
    }
    return Window(from: from, to: to)
  }

  /// The captures that the events and forecasts come from. A source that was rejected in this run has its
  /// last good one.
  private func inputs() throws -> [(source: String, sha256: String)] {
    var inputs: [(source: String, sha256: String)] = []
    for campus in context.settings.campuses.map(\.campus) {
      let sources = context.sources(of: campus).filter { !$0.kind.isPersonal }
      let refined = try context.workspace.stageRecord(.deduplicate, key: campus.id)?.capture
      let read = try SourceCaptures(of: sources, in: context.workspace)
      let known = refined.map(SourceCaptures.init(text:)) ?? read
      // The hash of a log would change with its private events.
      for source in sources where source.kind != .submissions {
        let captures = (source.kind == .events ? known : read)[source.id] ?? []
        inputs += captures.map { (source.id, $0) }
      }
    }
    return inputs
  }
}

extension RunContext {
  /// Whether the campus has a source of kind `presence`.
  func hasPresence(_ campus: Campus) -> Bool {
    sources(of: campus).contains { $0.kind == .presence }
  }
}

extension Event {
  /// The event as each of its sources may have listed it, for rules about listings that are gone.
  fileprivate var rejectionSamples: [Listing] {
    guard let first = occurrences.first else { return [] }
    return listings.map { reference in
      Listing(
        source: reference.source, campus: campus, key: reference.id, title: title,
        start: first.start,
        end: first.end, venue: venue, coordinate: placement?.coordinate,
        categories: sourceCategories,
        tags: tags, audience: audience, organizer: organizer, onlineURL: onlineURL)
    }
  }
}
