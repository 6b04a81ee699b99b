import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Foundation

/// Events to an edition.
struct PublishStep {
  let context: RunContext

  func run(into report: inout RunReport) throws {
    var stage = RunReport.Stage(.publish)
    let (contents, events) = try contents()
    stage.taken = events.count
    if events.count == 0 {
      guard try hasUsableSource(), try isDeduplicated() else {
        throw report.exitCode == .networkDown ? RunError.networkDown : .nothingUsable
      }
    }
    if !context.options.dryRun {
      context.progress.tell(.expects(events.count, .events, of: nil))
      let publisher = Publisher(
        folder: context.options.output, keepEditions: context.settings.publishing.keepEditions,
        tally: context.progress.tally, release: ProcessMemory.release)
      let edition = try publisher.publish(contents, events: events)
      report.edition = edition.id
      let latest = context.options.output.appending(path: "latest")
      report.editionPath = latest.path
      let page = latest.appending(path: "site/index.html").path
      report.sitePath = FileManager.default.fileExists(atPath: page) ? page : nil
      report.counts = edition.counts
      report.findings += edition.findings
      stage.noted = edition.findings.count
      stage.kept = events.count
    }
    report.stages.append(stage)
  }

  /// A campus without events is an edition too, where some source was read.
  private func hasUsableSource() throws -> Bool {
    let read = try context.workspace.ledger(of: .parse)
    for source in context.settings.sources where source.kind == .events {
      if let done = read[source.id], !done.findings.contains(where: \.code.refusesSource) {
        return true
      }
    }
    return false
  }

  /// Without it "no events" would mean "not looked yet", and withdraw all that was published.
  private func isDeduplicated() throws -> Bool {
    try context.settings.campuses.allSatisfy {
      try context.workspace.done(.deduplicate, key: $0.campus.id) != nil
    }
  }

  /// All but the events, which are supplied.
  private func contents() throws -> (EditionContents, EventSupply) {
    let settings = context.settings
    var listings = StatedListings.Builder()
    var forecasts: [Forecast] = []
    for campus in settings.campuses.map(\.campus) {
      try context.eachListingOfEvents(of: campus) { listings.add($0) }
      forecasts += try context.workspace.forecasts(campus: campus.id).filter { forecast in
        WeatherEnricher.isFresh(
          fetchedAt: forecast.fetchedAt, issuedAt: forecast.issuedAt, now: context.options.now)
      }
    }
    var contents = EditionContents(
      now: context.options.now, window: window(), tzdataVersion: context.zones.version,
      campuses: settings.campuses.map(\.campus),
      gazetteers: Dictionary(
        settings.campuses.map { ($0.campus.id, $0.gazetteer) },
        uniquingKeysWith: { first, _ in first }),
      taxonomy: settings.taxonomy, sources: settings.sources,
      events: [], listings: listings.finish(), forecasts: forecasts,
      calendarName: settings.publishing.calendarName,
      uidDomain: settings.publishing.uidDomain, inputs: try inputs(),
      site: SiteOptions(
        leaflet: settings.publishing.leaflet, tiles: settings.publishing.tiles))
    contents.firstWeekday = settings.publishing.firstWeekday
    contents.calendarWeather = settings.publishing.calendarWeather
    contents.calendarNames = settings.publishing.calendars
    contents.address = settings.publishing.address
    contents.keepCancelled = settings.publishing.keepCancelled
    contents.hidden = Set(settings.decisions.hide)
    return (contents, try context.events.supply(of: settings.campuses.map(\.campus.id)))
  }

  /// What any of the campuses expanded.
  private func window() -> Window? {
    let windows = context.settings.campuses.map { context.window(of: $0.campus) }
    guard let from = windows.map(\.from).min(), let to = windows.map(\.to).max() else {
      return nil
    }
    return Window(from: from, to: to)
  }

  /// The captures that the events come from, and the forecasts: of a source that was refused tonight,
  /// the last good.
  private func inputs() throws -> [(source: String, sha256: String)] {
    var inputs: [(source: String, sha256: String)] = []
    for campus in context.settings.campuses.map(\.campus) {
      let sources = context.sources(of: campus)
      let refined = try context.workspace.done(.deduplicate, key: campus.id)?.capture
      let read = try SourceCaptures(of: sources, in: context.workspace)
      let known = refined.map(SourceCaptures.init(text:)) ?? read
      for source in sources {
        let captures = (source.kind == .events ? known : read)[source.id] ?? []
        inputs += captures.map { (source.id, $0) }
      }
    }
    return inputs
  }
}
