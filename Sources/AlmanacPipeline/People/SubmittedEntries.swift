import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacPlan
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// What logs of submissions add to the files of persons: events for friends only, for their owner
/// and the owner's friends, and for the owner what waits for approval and the state of every submission.
///
/// Friendship must be mutual. Nothing else reads the private events of a log.
struct SubmittedEntries {
  /// Seconds that the last events stay after they have ended.
  private static let past = 30 * 86_400

  private let settings: Settings
  private let now: Instant
  private var events: [String: [OwnEvent]] = [:]
  /// By owner.
  private var lines: [String: [OwnSubmissions.Line]] = [:]
  /// Sources whose key can't be read.
  private(set) var mistakes: [ConfigurationError] = []

  /// - Parameter workspace: Where the logs are; nil where nothing has run.
  init(
    _ settings: Settings, workspace: Workspace?, persons: [Person], now: Instant,
    environment: [String: String]
  ) async throws {
    (self.settings, self.now) = (settings, now)
    guard let workspace else { return }
    for source in settings.sources where source.kind == .submissions {
      guard
        let state = try settings.submissions(of: source, in: workspace, now: now)
      else { continue }
      do {
        guard let key = try SecretReader(environment: environment).submissionKey(for: source)
        else { continue }
        try await add(state, of: source, key, persons)
      } catch let error as FetchError {
        mistakes.append(ConfigurationError(file: source.id, "\(error)"))
      }
    }
  }

  func events(of person: String) -> [OwnEvent] { events[person] ?? [] }

  /// Writes `submissions.json` of each owner, and removes it from all others.
  ///
  /// - Parameter ids: Persons whose inputs can be used.
  func write(persons ids: [String], into files: PrivateFiles) throws {
    // Without its key the owners of a log are unknown.
    guard mistakes.isEmpty else { return }
    for id in ids {
      let path = "\(id)/\(OwnSubmissions.file)"
      if let lines = lines[id] {
        try files.write(OwnSubmissions(submissions: lines).bytes, at: path)
      } else {
        files.remove(path)
      }
    }
  }

  private mutating func add(
    _ state: SubmissionState, of source: Source, _ key: SubmissionKey, _ persons: [Person]
  ) async throws {
    let owners = Dictionary(
      persons.map { (key.hash(of: $0.id), $0.id) }, uniquingKeysWith: { first, _ in first })
    let friends = Dictionary(
      persons.map { ($0.id, $0.friends) }, uniquingKeysWith: { $0.union($1) })
    var found: [(event: SubmittedEvent, content: Submission, owner: String)] = []
    for event in state.events where !event.isDeleted {
      guard let owner = owners[event.owner] else { continue }
      if let content = event.current ?? event.pending ?? event.rejected, isRecent(content) {
        lines[owner, default: []].append(
          OwnSubmissions.Line(event, content.listing, source: source.id))
      }
      let content = event.kind == .friends ? event.current : event.pending
      guard let content, isRecent(content) else { continue }
      found.append((event, content, owner))
    }
    let places = try await places(of: found.map(\.content.listing), source)
    for ((event, content, owner), place) in zip(found, places) {
      var own = entry(content.listing, id: "\(source.id)/\(event.id)", at: place)
      guard event.kind == .friends else {
        own.title += " (waits for approval)"
        own.isTransparent = true
        own.isTentative = true
        events[owner, default: []].append(own)
        continue
      }
      events[owner, default: []].append(own)
      // Friends see the event as free time: only its owner is busy.
      var shared = own
      shared.isTransparent = true
      shared.details.notes =
        (["Shared by \(owner)"] + [own.details.notes].compactMap(\.self)).joined(separator: "\n")
      for friend in friends[owner] ?? [] where friends[friend]?.contains(owner) == true {
        events[friend, default: []].append(shared)
      }
    }
  }

  private func isRecent(_ content: Submission) -> Bool { content.expiry > now - Self.past }

  private func entry(_ listing: Listing, id: String, at place: PlanPlace?) -> OwnEvent {
    // The agenda needs an end: an hour after a start without one, or the end of the day.
    let hour = CalendarDuration(seconds: 3_600)
    let day = CalendarDuration(days: 1)
    let end = listing.end ?? listing.start.adding(listing.start.isDay ? day : hour, zones: .system)
    var event = OwnEvent(
      id: id, title: listing.title, timing: .fixed(TimeSpan(start: listing.start, end: end)))
    event.place = place
    event.venue = listing.venue
    let notes = [listing.text, listing.link ?? listing.onlineURL].compactMap(\.self)
    if !notes.isEmpty { event.details.notes = notes.joined(separator: "\n") }
    event.details.picture = listing.image
    return event
  }

  /// Where listings are, in their order, by the same rules as those of the edition.
  private func places(
    of listings: [Listing], _ source: Source
  ) async throws -> [PlanPlace?] {
    guard !listings.isEmpty, let campus = settings.campusSettings(source.campus) else {
      return listings.map { _ in nil }
    }
    let questions = VenueQueries(
      strategies: [source.id: source.venue], aliases: [source.id: source.steering.aliases])
    let geocoder = Geocoder(
      matchers: [source.campus: GazetteerMatcher(campus.gazetteer)],
      pins: settings.decisions.pinPlace)
    let queries = listings.compactMap { questions.queries(of: $0).first }
    // It gives one answer to each question, in their order.
    return zip(listings, try await geocoder.run(queries).records).map { listing, answer in
      answer.placement.coordinate.map {
        PlanPlace(name: listing.venue ?? listing.title, coordinate: $0)
      }
    }
  }
}
