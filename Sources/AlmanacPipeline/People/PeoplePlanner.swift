import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacPublish
public import AlmanacTime
public import Foundation

/// Plans the agendas of all persons from the newest edition, and writes their private files.
///
/// Reads the edition's database and the folder `people`. Writes `people/<id>/` in the output folder
/// and nothing else: no edition, report, metric or log has a byte of a person's inputs.
public struct PeoplePlanner: Sendable {
  /// Persons that a worker plans at once.
  private static let part = 64
  /// Seconds that attended events stay in an agenda after they have ended.
  private static let past = 30 * 86_400
  private static let files = ["agenda.ics", "tasks.ics", "agenda.json", "today.txt"]
  private static let reportFile = "report.json"

  private let settings: Settings
  private let folder: URL
  private let output: URL
  private let now: Instant
  private let workers: Int
  private let zones: ZoneDatabase

  /// - Throws: `ConfigurationError` for a wrong configuration, or one without `people`.
  public init(
    configuration: URL, output: URL, now: Instant?, usesSamplesClock: Bool = false,
    systemNow: Instant, workers: Int = 2, zones: ZoneDatabase = .system
  ) throws {
    let settings = try SettingsLoader(zones: zones, samples: false, mayLackSources: true)
      .load(configuration)
    guard settings.people != nil else {
      throw ConfigurationError(
        file: configuration.path, "'people' is missing: the folder of private inputs")
    }
    var time = now ?? systemNow
    if usesSamplesClock, now == nil {
      guard let samples = settings.samplesNow else { throw RunError.samplesWithoutClock }
      time = samples
    }
    try self.init(settings, output: output, now: time, workers: workers, zones: zones)
  }

  init(
    _ settings: Settings, output: URL, now: Instant, workers: Int, zones: ZoneDatabase
  ) throws {
    guard let folder = settings.people else { throw RunError.noEdition(path: output.path) }
    self.settings = settings
    self.folder = folder
    self.output = output
    self.now = now
    self.workers = workers
    self.zones = zones
  }

  /// Plans all persons. A person with a mistake in the inputs keeps the files of the last plan.
  ///
  /// - Throws: `ConfigurationError` for a folder that can't be read, `RunError.locked`, `QueryError`
  ///   without an edition, and `FileError` for a failing disk.
  public func run() async throws -> PeopleReport {
    let start = ContinuousClock.now
    var report = PeopleReport(now: now)
    let (ids, misnamed) = try PeopleFolder(url: folder).ids()
    report.mistakes = misnamed
    report.persons = ids.count
    let target = output.appending(path: "people")
    let files = try PrivateFiles(folder: target)
    let lockFile = target.appending(path: ".lock")
    guard let lock = try FileLock(at: lockFile) else {
      throw RunError.locked(path: lockFile.path)
    }
    defer { withExtendedLifetime(lock) {} }
    let persons = try await read(ids, into: &report)
    let planner = AgendaPlanner(
      edition: try edition(for: persons), now: now, zones: zones,
      persons: persons.map(\.person))
    var staged: [String] = []
    let parts = stride(from: 0, to: persons.count, by: Self.part).map {
      Array(persons[$0..<min($0 + Self.part, persons.count)])
    }
    try await OrderedWorkers.run(parts, width: workers) { part in
      try part.map { try plan($0, planner, files) }
    } receive: { results in
      for result in results {
        staged += result.paths
        report.planned += 1
        if result.problems > 0 { report.problems.append((result.person, result.problems)) }
        report.unknown += result.unknown.map { (result.person, $0) }
      }
    }
    try files.stage(report.json, at: Self.reportFile)
    try files.finish(staged + [Self.reportFile])
    try removeOthers(than: ids, in: target)
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  private func read(_ ids: [String], into report: inout PeopleReport) async throws
    -> [PersonInputs]
  {
    let reader = PersonReader(settings: settings, zones: zones)
    let folder = PeopleFolder(url: folder)
    let parts = stride(from: 0, to: ids.count, by: Self.part).map {
      Array(ids[$0..<min($0 + Self.part, ids.count)])
    }
    var persons: [PersonInputs] = []
    persons.reserveCapacity(ids.count)
    try await OrderedWorkers.run(parts, width: workers) { part in
      part.map { folder.read($0, with: reader) }
    } receive: { results in
      for result in results {
        report.mistakes += result.mistakes
        if let inputs = result.inputs { persons.append(inputs) } else { report.broken += 1 }
      }
    }
    return persons
  }

  /// What the edition has of the time that agendas cover.
  private func edition(for persons: [PersonInputs]) throws -> PlanEdition {
    let reader = try EditionReader(edition: output.appending(path: "latest"), zones: zones)
    let aliases = try reader.eventAliases()
    let attended = Set(
      persons.flatMap { $0.person.attending.map { aliases[$0.event] ?? $0.event } })
    let occurrences = try reader.upcoming(from: now - Self.past, describing: attended)
    return PlanEdition(occurrences: occurrences.map(occurrence), aliases: aliases)
  }

  private func occurrence(_ row: UpcomingOccurrence) -> PlanOccurrence {
    let zone = zones.zone(named: row.timezone) ?? .utc
    func time(_ text: String, _ instant: Instant) -> CalendarTime {
      if row.isAllDay, let date = CivilDate(iso8601: text.prefix(10)) { return .day(date) }
      return .zoned(ZonedTime(instant, in: zone))
    }
    var found = PlanOccurrence(
      id: row.id, event: row.event, title: row.title, start: row.start,
      startTime: time(row.startText, row.start), modified: row.modified)
    found.end = row.end
    if let end = row.end, let text = row.endText { found.endTime = time(text, end) }
    if row.isDated {
      // The original start stays where an occurrence is moved.
      found.label =
        (row.recurrenceID ?? row.startText).filter { $0 != "-" && $0 != ":" }
        .prefix(row.isAllDay ? 8 : 15).description
    }
    found.isAllDay = row.isAllDay
    found.isCancelled = row.status == .cancelled || row.status == .postponed
    found.isTentative = row.status == .tentative
    found.isTransparent = row.isTransparent
    found.text = row.text
    found.link = row.url
    found.venue = row.venue
    found.place = row.coordinate.map { PlanPlace(name: row.venue ?? row.title, coordinate: $0) }
    found.categories = row.categories
    found.tags = row.tags
    found.weather = row.weather
    found.advisories = row.advisories
    found.sequence = row.sequence
    found.transit = row.access.compactMap { access in
      access.coordinate.map {
        TransitJourney(
          from: PlanPlace(name: access.origin, coordinate: $0), duration: access.duration,
          note: access.note)
      }
    }
    return found
  }

  private struct Planned: Sendable {
    var person: String
    var paths: [String]
    var problems: Int
    var unknown: [String]
  }

  private func plan(
    _ inputs: PersonInputs, _ planner: AgendaPlanner, _ files: PrivateFiles
  ) throws -> Planned {
    let id = inputs.person.id
    let before = EntryChanges(last(id))
    let agenda = planner.agenda(of: inputs.person, previous: before.starts)
    let changes = before.updated(for: agenda)
    let calendars = AgendaCalendars(
      agenda: agenda, name: inputs.name, hasTravelBlocks: inputs.hasTravelBlocks,
      changes: changes, domain: settings.publishing.uidDomain, zones: zones)
    let contents = [
      calendars.agendaBytes(), calendars.taskBytes(),
      AgendaJSON(agenda: agenda, changes: changes).bytes(),
      Array(TodayText(agenda: agenda).text().utf8),
    ]
    try files.makeFolder(id)
    let paths = Self.files.map { "\(id)/\($0)" }
    for (path, bytes) in zip(paths, contents) { try files.stage(bytes, at: path) }
    return Planned(
      person: id, paths: paths, problems: agenda.causes.count + agenda.skipped.count,
      unknown: agenda.unknown)
  }

  /// The agenda of the last plan; nil for the first.
  private func last(_ id: String) -> [UInt8]? {
    let file = output.appending(path: "people/\(id)/agenda.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    // An agenda that can't be read is planned as the first.
    return try? DurableFile.read(file)
  }

  /// Removes the files of persons that have no inputs any more.
  private func removeOthers(than ids: [String], in target: URL) throws {
    let known = Set(ids)
    for name in try FileManager.default.contentsOfDirectory(atPath: target.path)
    where !known.contains(name) && name.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil {
      let folder = target.appending(path: name)
      let agenda = folder.appending(path: "agenda.json")
      guard FileManager.default.fileExists(atPath: agenda.path) else { continue }
      for file in Self.files { unlink(folder.appending(path: file).path) }
      // Stays where somebody keeps other files in it.
      rmdir(folder.path)
    }
  }
}
