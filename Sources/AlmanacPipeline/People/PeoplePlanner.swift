import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import Foundation

/// Plans the agendas of all persons from the newest edition, and writes their private files.
///
/// Reads the edition's database and the folder `people`. Writes `people/<id>/` and `projects/<id>/` in
/// the output folder and nothing else: no edition, report, metric or log has a byte of a person's
/// inputs.
public struct PeoplePlanner: Sendable {
  /// Persons that a worker plans at once.
  private static let part = 64
  /// Seconds that attended events stay in an agenda after they have ended.
  private static let past = 30 * 86_400
  private static let agendaFile = "agenda.json"
  private static let files = ["agenda.ics", "tasks.ics", agendaFile, "today.txt"]
  /// All files that a person may have.
  private static let allFiles =
    files + [TeamPlanner.file, PresencePlanner.friendsFile, OwnSubmissions.file]
  private static let reportFile = "report.json"

  let settings: Settings
  /// The folder of private inputs.
  let folder: URL
  let output: URL
  let now: Instant
  let workers: Int
  /// Has the documents of sources; nil if nothing has run.
  let workspace: Workspace?
  /// Where the keys of logs may be.
  private let environment = ProcessInfo.processInfo.environment

  /// Plans all persons. A person with a mistake in the inputs keeps the files of the last plan.
  ///
  /// - Throws: `ConfigurationError` for a folder that can't be read, `RunError.locked`, `QueryError`
  ///   without an edition, and `FileError` for a failing disk.
  public func run() async throws -> PeopleReport {
    var report = PeopleReport(now: now)
    let (ids, misnamed) = try PeopleFolder(url: folder).ids()
    report.mistakes = misnamed
    report.persons = ids.count
    let target = output.appending(path: "people")
    let files = try PrivateFiles(folder: target)
    // One process at a time writes personal files.
    let lock = try FileLock.acquired(at: target.appending(path: ".lock"))
    defer { withExtendedLifetime(lock) {} }
    var persons = try await read(ids, into: &report)
    let submitted = try await SubmittedEntries(
      settings, workspace: workspace, persons: persons, now: now,
      environment: environment)
    report.mistakes += submitted.mistakes
    for index in persons.indices {
      persons[index].events += submitted.events(of: persons[index].id)
    }
    let sources = try PlanSources(settings, workspace: workspace)
    let planner = AgendaPlanner(
      edition: try edition(for: persons), now: now, persons: persons,
      rides: sources.rides, network: sources.network)
    try await OrderedWorkers.run(persons.chunks(of: Self.part), width: workers) { part in
      try part.map { try plan($0, planner, files) }
    } receive: { results in
      report.planned += results.count
      report.problems += results.compactMap(\.problem)
      report.unknown += results.flatMap(\.unknown)
    }
    try submitted.write(persons: persons.map(\.id), into: files)
    let log = TeamLog(folder: folder, workers: workers)
    let teams = TeamPlanner(output: output, now: now)
    // If the log is gone, the files of its projects are removed.
    if log.isThere || teams.hasFiles {
      let (fold, mistakes) = try await log.fold(now: now)
      report.mistakes += mistakes
      report.matches = try teams.write(fold, persons: ids, people: files)
    }
    let presence = PresencePlanner(
      settings: settings, workspace: workspace, now: now, workers: workers)
    report.mistakes += try await presence.write(
      persons: persons, ids: ids, into: files)
    try files.write(report.bytes, at: Self.reportFile)
    try removeOthers(than: ids, in: target, files)
    return report
  }

  private func read(_ ids: [String], into report: inout PeopleReport) async throws
    -> [Person]
  {
    let reader = PersonReader(settings: settings)
    let folder = PeopleFolder(url: folder)
    var persons: [Person] = []
    persons.reserveCapacity(ids.count)
    try await OrderedWorkers.run(ids.chunks(of: Self.part), width: workers) { part in
      part.map { folder.read($0, with: reader) }
    } receive: { results in
      for result in results {
        report.mistakes += result.mistakes
        if let person = result.person { persons.append(person) } else { report.broken += 1 }
      }
    }
    return persons
  }

  /// The part of the edition that agendas cover.
  private func edition(for persons: [Person]) throws -> PlanEdition {
    let reader = try EditionReader(edition: OutputFolder(url: output).latest)
    let aliases = try reader.eventAliases()
    let attended = Set(
      persons.flatMap { $0.attending.map { aliases[$0.event] ?? $0.event } })
    return PlanEdition(
      occurrences: try reader.upcoming(from: now - Self.past, describing: attended),
      aliases: aliases, events: try reader.events(among: attended))
  }

  /// Writes the files of a person, and returns what the report has about them.
  private func plan(
    _ person: Person, _ planner: AgendaPlanner, _ files: PrivateFiles
  ) throws -> (problem: PeopleReport.Problem?, unknown: [PeopleReport.UnknownEvent]) {
    let id = person.id
    let before = EntryChanges(files.read("\(id)/\(Self.agendaFile)"))
    let agenda = planner.agenda(of: person, previous: before.starts)
    let changes = before.updated(for: agenda)
    let calendars = AgendaCalendars(
      agenda: agenda, name: person.name, hasTravelBlocks: person.hasTravelBlocks,
      changes: changes, domain: settings.publishing.uidDomain)
    let contents = [
      calendars.agendaBytes(), calendars.taskBytes(),
      AgendaJSON(agenda: agenda, changes: changes).bytes(),
      Array(TodayText(agenda: agenda).text().utf8),
    ]
    try files.write(Array(zip(Self.files, contents)), inFolder: id)
    let problems = agenda.causes.count + agenda.skipped.count
    return (
      problems > 0 ? PeopleReport.Problem(person: id, count: problems) : nil,
      agenda.unknown.map { PeopleReport.UnknownEvent(person: id, event: $0) }
    )
  }

  /// Removes the files of persons without inputs, and temporary files of killed plans.
  private func removeOthers(than ids: [String], in target: URL, _ files: PrivateFiles) throws {
    let known = Set(ids)
    for name in try FileManager.default.contentsOfDirectory(atPath: target.path)
    where !known.contains(name) {
      let isPerson =
        PrivateID.isValid(name)
        && Self.allFiles.contains { files.exists("\(name)/\($0)") }
      if isPerson || name.hasPrefix(DurableFile.temporaryPrefix) {
        files.remove(Self.allFiles, inFolder: name)
      }
    }
  }
}

extension PeoplePlanner {
  /// - Throws: `ConfigurationError` for a wrong configuration, or one without `people`.
  public init(_ options: RunOptions) throws {
    let settings = try SettingsLoader(samples: false, mayLackSources: true)
      .load(options.configuration)
    guard let folder = settings.people else {
      throw ConfigurationError(
        file: options.configuration.path, "'people' is missing: the folder of private inputs")
    }
    self.init(
      settings: settings, folder: folder, output: options.output,
      now: try settings.runTime(options), workers: options.workers,
      workspace: try OutputFolder(url: options.output).existingWorkspace())
  }
}
