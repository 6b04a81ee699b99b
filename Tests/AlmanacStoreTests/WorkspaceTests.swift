import AlmanacModel
import AlmanacRecords
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

/// Tests captures, source states, stage records and versions. Extensions test listings and events.
@Suite("The workspace") struct WorkspaceTests {
  let folder: TemporaryFolder
  let workspace: Workspace
  let now = Instant(secondsSinceEpoch: 1_000_000)

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url)
  }

  func capture(_ sha: String, etag: String? = nil, at time: Instant) -> Capture {
    Capture(
      source: "a", sha256: sha, byteCount: 1, fetchedAt: time, origin: "a.rss", etag: etag)
  }

  func listing(_ key: String, source: String = "a") -> Listing {
    Listing(
      source: source, campus: "hill", key: key, title: key,
      start: .floating(CivilDateTime(localSeconds: 0)))
  }

  func save(_ keys: [String], _ completeness: Source.Completeness) throws {
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: ListingPile(keys.map { listing($0) }), forecasts: [],
      completeness: completeness, at: now,
      done: StageDone(
        stage: .parse, key: "a", fingerprint: keys.joined(), taken: keys.count,
        kept: keys.count, dropped: 0, findings: []))
  }

  @Test("the last capture is the current one, and the same body again is no new one")
  func capturesLatest() throws {
    #expect(try workspace.currentCapture(of: "a") == nil)
    try workspace.recordSuccess(of: "a", capture: capture("x", at: night), at: night)
    let later = night + 86_400
    try workspace.recordSuccess(of: "a", capture: capture("x", etag: "e", at: later), at: later)
    let same = try #require(try workspace.currentCapture(of: "a"))
    #expect(same.fetchedAt == night && same.etag == "e")
    var told = capture("x", etag: "e", at: later)
    (told.contentLanguage, told.contentLocation) = ("de", "/de.rss")
    var page = CapturedPage(address: "a.rss?page=1", byteCount: 1)
    page.etag = "\"p\""
    told.pages = [page]
    try workspace.recordSuccess(of: "a", capture: told, at: later)
    told.fetchedAt = night
    #expect(try workspace.currentCapture(of: "a") == told)
    try workspace.recordSuccess(of: "a", capture: capture("y", at: later), at: later)
    #expect(try workspace.currentCapture(of: "a")?.sha256 == "y")
  }

  @Test("an item of a window whose identifier changed is that item if it is clear which one it was")
  func renamedInWindow() throws {
    func save(_ items: [(key: String, title: String, venue: String)]) throws {
      let listings = items.map { item in
        var listing = listing(item.key)
        (listing.title, listing.venue) = (item.title, item.venue)
        return listing
      }
      try workspace.saveParsed(
        source: "a", campus: "hill", listings: ListingPile(listings), holding: ["held"],
        forecasts: [], completeness: .window, at: night,
        done: StageDone(
          stage: .parse, key: "a", fingerprint: "", taken: 0, kept: 0, dropped: 0, findings: []))
    }
    try save([
      ("1", "Sketching", "Loft"), ("2", "Pottery", "Loft"), ("3", "Pottery", "Cellar"),
      ("4", "Dancing", "Loft"), ("5", "Dancing", "Loft"), ("held", "Singing", "Loft"),
      ("6", "Juggling", "Loft"), ("7", "Baking", "Loft"),
    ])
    try save([
      ("1b", "Sketching", "Loft"), ("2", "Pottery", "Loft"), ("3b", "Pottery", "Cellar"),
      // Which of the two it was, nobody knows.
      ("4b", "Dancing", "Loft"),
      ("new", "Singing", "Loft"),
      ("6b", "Juggling", "Loft"), ("6c", "Juggling", "Loft"),
      ("7b", "Baking", "Cellar"),
    ])
    #expect(
      try workspace.listings(source: "a").map(\.key) == [
        "1b", "2", "3b", "4", "4b", "5", "6", "6b", "6c", "7", "7b", "held", "new",
      ])
  }

  @Test("an item that turned private while it could not be read is kept, but private")
  func conceals() throws {
    try save(["1", "2"], .full)
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: ListingPile([listing("2")]), concealing: ["1", "3"],
      forecasts: [],
      completeness: .full, at: night,
      done: StageDone(
        stage: .parse, key: "a", fingerprint: "x", taken: 2, kept: 1, dropped: 1, findings: []))
    let listings = try workspace.listings(source: "a")
    #expect(listings.map(\.key) == ["1", "2"])
    #expect(listings.map(\.visibility) == [.private, .public])
  }

  @Test("events that are made anew are categorized and enriched anew")
  func forgetsLaterStages() throws {
    func done(_ stage: StageName) -> StageDone {
      StageDone(
        stage: stage, key: "hill", fingerprint: "x", taken: 0, kept: 0, dropped: 0, findings: [])
    }
    try workspace.saveEvents([], identities: [], campus: "hill", done: done(.deduplicate))
    try workspace.saveCategorizations([], campus: "hill", done: done(.categorize))
    try workspace.saveWeather([], campus: "hill", done: done(.enrich))
    try workspace.saveEvents([], identities: [], campus: "vale", done: done(.deduplicate))
    #expect(try workspace.done(.enrich, key: "hill") != nil)
    try workspace.saveEvents([], identities: [], campus: "hill", done: done(.deduplicate))
    #expect(try workspace.done(.categorize, key: "hill")?.fingerprint == "")
    #expect(try workspace.done(.enrich, key: "hill")?.fingerprint == "")
  }

  @Test("events that came, changed or went are pending for a stage until it has done them")
  func pending() throws {
    func done(_ stage: StageName) -> StageDone { self.done(stage, "hill") }
    func deduplicate(_ titles: [String: String]) throws {
      let events = titles.sorted { $0.key < $1.key }.map { id, title in
        Event(id: id, campus: "hill", title: title, occurrences: [], listings: [])
      }
      try workspace.saveEvents(events, identities: [], campus: "hill", done: done(.deduplicate))
    }
    func pending(_ stage: StageName, _ rules: String) throws -> [String] {
      try workspace.pendingEvents(stage, campus: "hill", rules: rules).sorted()
    }
    func categorize(
      _ ids: [String], unmapped: [String: String] = [:], renewing renewed: Set<String>? = nil
    ) throws -> StageDone {
      try workspace.saveCategorizations(
        ids.map { ($0, Categorization(category: "c", confidence: 1, method: .table, reason: $0)) },
        unmapped: unmapped.map {
          UnmappedWord(event: $0.key, word: $0.value, source: "of \($0.key)")
        },
        renewing: renewed, rules: "a", campus: "hill", done: done(.categorize)
      ) {
        $0.map {
          Finding("W_TEST", severity: .info, source: $0.source, subject: $0.word, message: "")
        }
      }
    }
    try deduplicate(["x": "1", "y": "1", "z": "1"])
    #expect(try pending(.categorize, "a") == ["x", "y", "z"])
    let first = try categorize(["x", "y", "z"], unmapped: ["z": "ales", "x": "ales", "y": "beer"])
    #expect(first.kept == 3)
    #expect(first.findings.map(\.source) == ["of x", "of y"])
    try workspace.saveWeather([], campus: "hill", done: done(.enrich))
    #expect(try pending(.categorize, "a") == [])
    try deduplicate(["x": "2", "y": "1", "new": "1"])
    #expect(try pending(.categorize, "a") == ["new", "x", "z"])
    #expect(try pending(.categorize, "b") == ["new", "x", "y", "z"])
    // What enrich found it could not keep.
    #expect(try pending(.enrich, "a") == ["new", "x", "y"])
    let second = try categorize(["new", "x"], renewing: ["new", "x", "z"])
    #expect(second.kept == 3)
    #expect(second.findings.map(\.subject) == ["beer"])
    #expect(try pending(.categorize, "a") == [])
    let reasons: [String] = try workspace.events(campus: "hill").compactMap {
      $0.categorization?.reason
    }
    #expect(reasons == ["new", "x", "y"])
    // As it was before: what was made of it then is not what there is now.
    try deduplicate(["x": "1", "y": "1", "new": "1"])
    #expect(try pending(.categorize, "a") == ["x"])
  }

  @Test("new forecasts make events pending that they reach or that have weather, and no others")
  func pendingForForecasts() throws {
    let start = Instant(secondsSinceEpoch: 1_000_000)
    let weather = OccurrenceWeather(
      source: "sky", provider: .openMeteo, condition: .rainLight, text: "Light rain",
      fetchedAt: start, distance: 100)
    let events = ["far", "near", "over", "timeless"].map {
      Event(id: $0, campus: "hill", title: $0, occurrences: [], listings: [])
    }
    try workspace.saveEvents(
      events, identities: [], campus: "hill", done: done(.deduplicate, "hill"))
    func sky(_ hash: String, _ from: Int, _ to: Int) -> Sky {
      Sky(hash: hash, span: start + from * 3_600..<start + to * 3_600)
    }
    func pending(_ sky: Sky, rules: String = "r") throws -> [String] {
      try workspace.pendingEvents(campus: "hill", rules: rules, sky: sky).sorted()
    }
    func span(_ from: Int, _ to: Int) -> ClosedRange<Instant> {
      start + from * 3_600...start + to * 3_600
    }
    func finding(_ event: String, _ subject: String, _ message: String) -> Finding {
      Finding("W_WEATHER_FAR", subject: subject, message: message)
    }
    let all = events.map(\.id)
    let first = sky("a", 0, 48)
    #expect(try pending(first) == all)
    let saved = try workspace.saveWeather(
      [
        JoinedWeather(
          event: "far", weathers: [:], span: span(200, 300),
          findings: [finding("far", "hut", "30 km"), finding("far", "barn", "28 km")]),
        JoinedWeather(event: "near", weathers: [1: weather], span: span(-100, 40)),
        JoinedWeather(event: "over", weathers: [0: weather], span: span(1, 2)),
        JoinedWeather(
          event: "timeless", weathers: [:], findings: [finding("timeless", "hut", "31 km")]),
      ], rules: "r", sky: first, campus: "hill", done: done(.enrich, "hill"))
    #expect(saved.findings.map(\.message) == ["28 km", "31 km"])
    #expect(saved.kept == 2)
    #expect(try pending(first) == [])
    // What reaches as far, what reaches beyond it, and what says nothing any more.
    #expect(try pending(sky("b", 24, 72)) == ["near", "over"])
    #expect(try pending(sky("b", 24, 250)) == ["far", "near", "over"])
    #expect(try pending(Sky(hash: "b", span: nil)) == ["near", "over"])
    #expect(try pending(first, rules: "s") == all)
    let next = sky("b", 24, 72)
    let again = try workspace.saveWeather(
      [
        JoinedWeather(event: "near", weathers: [1: weather], span: span(-100, 40)),
        JoinedWeather(event: "over", weathers: [:], span: span(1, 2)),
      ], renewing: ["near", "over"], rules: "r", sky: next, campus: "hill",
      done: done(.enrich, "hill"))
    #expect(again.findings == saved.findings)
    #expect(again.kept == 1)
    #expect(try pending(next) == [])
    #expect(try pending(sky("c", 24, 73)) == ["near"])
  }

  @Test("what deduplicate has learned is kept with its events, campus by campus")
  func keepsSnapshots() throws {
    func save(_ snapshot: CampusSnapshot?, _ campus: String) throws {
      try workspace.saveEvents(
        [], identities: [], snapshot: snapshot, campus: campus,
        done: StageDone(
          stage: .deduplicate, key: campus, fingerprint: "x", taken: 0, kept: 0, dropped: 0,
          findings: []))
    }
    let first = CampusSnapshot(statistics: Data([0, 1, 255]))
    let second = CampusSnapshot(statistics: Data([7]))
    #expect(try workspace.snapshot(campus: "hill") == nil)
    try save(first, "hill")
    try save(second, "vale")
    #expect(try workspace.snapshot(campus: "hill") == first)
    try save(second, "hill")
    #expect(try workspace.snapshot(campus: "hill") == second)
    try save(nil, "hill")
    #expect(try workspace.snapshot(campus: "hill") == nil)
    #expect(try workspace.snapshot(campus: "vale") == second)
  }

  @Test("of many documents that are as they were some came again, which is noted of them")
  func unchangedDocuments() throws {
    try workspace.recordSuccess(of: "a", capture: nil, at: night, isUnconditional: true)
    try workspace.recordSuccess(of: "b", capture: nil, at: night, isUnconditional: true)
    let next = night + 86_400
    try workspace.recordUnchanged(
      [
        .init(source: "a", nextAttemptAt: next + 5, address: nil),
        .init(source: "b", nextAttemptAt: nil, address: nil, isUnconditional: true),
      ], at: next)
    let states = try workspace.states()
    #expect(states["a"]?.receivedAt == night)
    #expect(states["b"]?.receivedAt == next)
    #expect(states["a"]?.nextAttemptAt == next + 5)
    #expect(states.values.map(\.lastSuccessAt) == [next, next])
  }

  @Test("a source is unusable since its first refused document, until one is accepted or it moves")
  func refusals() throws {
    let source = "choir"
    func since() throws -> Instant? { try workspace.state(of: source).unusableSince }
    try workspace.recordSuccess(
      of: source, capture: nil, at: night, address: "https://a.example")
    #expect(try since() == nil && workspace.failingStates().isEmpty)
    try workspace.recordParse(of: source, refusedSince: night + 10)
    try workspace.recordSuccess(
      of: source, capture: nil, at: night + 20, address: "https://a.example")
    #expect(try since() == night + 10)
    // A failure after that changes nothing.
    try workspace.recordFailure(
      of: source, finding: Finding("B_HTTP", message: "500"), at: night + 30,
      address: "https://a.example")
    #expect(try since() == night + 10 && workspace.failingStates()[source] != nil)
    try workspace.recordSuccess(
      of: source, capture: nil, at: night + 40, address: "https://b.example")
    #expect(try since() == nil)
    try workspace.recordParse(of: source, refusedSince: night + 50)
    try workspace.recordParse(of: source, refusedSince: nil)
    #expect(try since() == nil && workspace.failingStates().isEmpty)
  }

  @Test("failures count by the night, and a success ends the count")
  func countsFailures() throws {
    let finding = Finding("E_NETWORK", source: "a", message: "no route")
    for time in [night, night, night + 86_400] {
      try workspace.recordFailure(of: "a", finding: finding, at: time)
    }
    #expect(try workspace.state(of: "a").consecutiveFailures == 2)
    #expect(try workspace.state(of: "a").failure?.code == "E_NETWORK")
    try workspace.recordSuccess(of: "a", capture: nil, at: night)
    #expect(try workspace.state(of: "a").consecutiveFailures == 0)
    #expect(try workspace.state(of: "a").failure == nil)
  }

  @Test("a full source's listings are replaced, a window source's are kept")
  func keepsWindow() throws {
    try save(["one", "two"], .full)
    try save(["two", "three"], .window)
    #expect(try workspace.listings(campus: "hill").map(\.key) == ["one", "three", "two"])
    try save(["three"], .full)
    #expect(try workspace.listings(campus: "hill").map(\.key) == ["three"])
  }

  @Test("the listings of the events are those they were made of, until events are made anew")
  func keepsListingsOfEvents() throws {
    func titles() throws -> [String] {
      try workspace.listings(.ofEvents, campus: "hill").map { "\($0.key) \($0.title)" }
    }
    try parse(["changed": "old", "kept": "same", "gone": "old"])
    try workspace.saveEvents([], identities: [], campus: "hill", done: done(.deduplicate, "hill"))
    let before = try titles()
    #expect(before == ["changed old", "gone old", "kept same"])
    try parse(["changed": "new", "kept": "same"])
    #expect(try titles() == before)
    // What comes back, or changes twice, was made of its first state.
    try parse(["changed": "newer", "kept": "same", "gone": "back"])
    #expect(try titles() == before)
    #expect(try workspace.listings(campus: "hill").map(\.title) == ["newer", "back", "same"])
    try workspace.saveEvents([], identities: [], campus: "hill", done: done(.deduplicate, "hill"))
    #expect(try titles() == ["changed newer", "gone back", "kept same"])
  }

  @Test("hidden, moved and forgotten listings stay as the events were made of them")
  func keepsListingsThatAreGone() throws {
    func stored() throws -> [String] {
      try workspace.listings(.ofEvents, campus: "hill").map { "\($0.key) \($0.visibility)" }
    }
    try save(["one", "two"], .full)
    try workspace.saveEvents([], identities: [], campus: "hill", done: done(.deduplicate, "hill"))
    let before = try stored()
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: ListingPile([listing("two")]), concealing: ["one"],
      forecasts: [], completeness: .full, at: night,
      done: StageDone(
        stage: .parse, key: "a", fingerprint: "x", taken: 2, kept: 1, dropped: 1, findings: []))
    #expect(try workspace.listings(campus: "hill").map(\.visibility) == [.private, .public])
    #expect(try stored() == before)
    var moved = listing("two")
    moved.campus = "vale"
    try workspace.saveParsed(
      source: "a", campus: "vale", listings: ListingPile([moved]), forecasts: [],
      completeness: .window, at: night,
      done: StageDone(
        stage: .parse, key: "a", fingerprint: "y", taken: 1, kept: 1, dropped: 0, findings: []))
    #expect(try stored() == before)
    try workspace.forgetSources(otherThan: ["b"])
    #expect(try stored() == before)
    try workspace.saveEvents([], identities: [], campus: "hill", done: done(.deduplicate, "hill"))
    #expect(try stored().isEmpty)
  }

  @Test("an event that has changed loses its weather, which belonged to positions; others keep it")
  func forgetsWeather() throws {
    let weather = OccurrenceWeather(
      source: "sky", provider: .openMeteo, condition: .rainLight, text: "Light rain",
      fetchedAt: night, distance: 0)
    func save(_ events: [Event]) throws {
      try workspace.saveEvents(
        events, identities: [], campus: "hill", done: done(.deduplicate, "hill"))
    }
    func rainy() throws -> [String] {
      try workspace.events(campus: "hill").filter { $0.occurrences.contains { $0.weather != nil } }
        .map(\.id)
    }
    let start = CalendarTime.floating(CivilDateTime(localSeconds: 0))
    let events = ["changed", "gone", "kept"].map {
      Event(
        id: $0, campus: "hill", title: $0, occurrences: [Occurrence(start: start)], listings: [])
    }
    try save(events)
    try workspace.saveWeather(
      events.map { JoinedWeather(event: $0.id, weathers: [0: weather]) }, campus: "hill",
      done: done(.enrich, "hill"))
    #expect(try rainy() == ["changed", "gone", "kept"])
    var changed = events[0]
    changed.title = "Another title"
    try save([changed, events[2]])
    #expect(try rainy() == ["kept"])
    // An event that comes back has no weather of before.
    try save(events)
    #expect(try rainy() == ["kept"])
  }

  /// What the source says of its listings now, by key.
  private func parse(_ titles: [String: String]) throws {
    let listings = titles.sorted { $0.key < $1.key }.map { key, title in
      var listing = listing(key)
      listing.title = title
      return listing
    }
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: ListingPile(listings), forecasts: [],
      completeness: .full,
      at: now, done: done(.parse, "a"))
  }

  func done(_ stage: StageName, _ key: String) -> StageDone {
    StageDone(
      stage: stage, key: key, fingerprint: "", taken: 0, kept: 0, dropped: 0, findings: [])
  }

  @Test("The last capture is the current one, and the same body doesn't add another")
  func capturesLatest() throws {
    #expect(try workspace.currentCapture(of: "a") == nil)
    try workspace.recordSuccess(of: "a", capture: capture("x", at: now), at: now)
    let later = now + 86_400
    try workspace.recordSuccess(of: "a", capture: capture("x", etag: "e", at: later), at: later)
    let same = try #require(try workspace.currentCapture(of: "a"))
    #expect(same.fetchedAt == now && same.etag == "e")
    var described = capture("x", etag: "e", at: later)
    (described.contentLanguage, described.contentLocation) = ("de", "/de.rss")
    try workspace.recordSuccess(of: "a", capture: described, at: later)
    described.fetchedAt = now
    #expect(try workspace.currentCapture(of: "a") == described)
    try workspace.recordSuccess(of: "a", capture: capture("y", at: later), at: later)
    #expect(try workspace.currentCapture(of: "a")?.sha256 == "y")
  }

  @Test("Recording unchanged documents keeps apart conditional and unconditional requests")
  func unchangedDocuments() throws {
    try workspace.recordSuccess(of: "a", capture: nil, at: now, isUnconditional: true)
    try workspace.recordSuccess(of: "b", capture: nil, at: now, isUnconditional: true)
    let next = now + 86_400
    try workspace.recordUnchanged(
      [
        .init(source: "a", nextAttemptAt: next + 5, address: nil),
        .init(source: "b", nextAttemptAt: nil, address: nil, isUnconditional: true),
      ], at: next)
    let states = try workspace.states()
    #expect(states["a"]?.receivedAt == now)
    #expect(states["b"]?.receivedAt == next)
    #expect(states["a"]?.nextAttemptAt == next + 5)
    #expect(states.values.map(\.lastSuccessAt) == [next, next])
  }

  @Test(
    "A source is unusable from its first rejected document until one is accepted or its URL changes"
  )
  func refusals() throws {
    let source = "choir"
    func since() throws -> Instant? { try workspace.state(of: source).unusableSince }
    try workspace.recordSuccess(
      of: source, capture: nil, at: now, address: "https://a.example")
    #expect(try since() == nil && workspace.failingStates().isEmpty)
    try workspace.recordParse(of: source, refusedSince: now + 10)
    try workspace.recordSuccess(
      of: source, capture: nil, at: now + 20, address: "https://a.example")
    #expect(try since() == now + 10)
    // A later failure doesn't change the time.
    try workspace.recordFailure(
      of: source, finding: Finding("B_HTTP", message: "500"), at: now + 30,
      address: "https://a.example")
    #expect(try since() == now + 10 && workspace.failingStates()[source] != nil)
    try workspace.recordSuccess(
      of: source, capture: nil, at: now + 40, address: "https://b.example")
    #expect(try since() == nil)
    try workspace.recordParse(of: source, refusedSince: now + 50)
    try workspace.recordParse(of: source, refusedSince: nil)
    #expect(try since() == nil && workspace.failingStates().isEmpty)
  }

  @Test("Failures at one run time count once, and a success resets the count")
  func countsFailures() throws {
    let finding = Finding("E_NETWORK", source: "a", message: "no route")
    for time in [now, now, now + 86_400] {
      try workspace.recordFailure(of: "a", finding: finding, at: time)
    }
    #expect(try workspace.state(of: "a").consecutiveFailures == 2)
    #expect(try workspace.state(of: "a").failure?.code == "E_NETWORK")
    try workspace.recordSuccess(of: "a", capture: nil, at: now)
    #expect(try workspace.state(of: "a").consecutiveFailures == 0)
    #expect(try workspace.state(of: "a").failure == nil)
  }

  @Test("The stage record contains the counts, the fingerprint and the findings")
  func ledger() throws {
    let finding = Finding("Q_NO_TITLE", source: "a", subject: "1", message: "no title", line: 7)
    let done = StageDone(
      stage: .parse, key: "a", fingerprint: "f", taken: 2, kept: 1, dropped: 1,
      findings: [finding])
    try workspace.saveRefusal(done)
    #expect(try workspace.done(.parse, key: "a") == done)
    #expect(try workspace.done(.geocode, key: "a") == nil)
  }

  @Test("A workspace of a newer version is refused")
  func refusesNewer() throws {
    let database = try DatabaseQueue(path: folder.url.appending(path: "work.db").path)
    try database.write {
      try $0.execute(sql: "PRAGMA user_version = 99")
    }
    #expect(throws: WorkspaceError.newer(path: folder.url.path)) {
      _ = try Workspace(folder: folder.url)
    }
  }

  @Test("A workspace of an older version is refused and not changed")
  func refusesOlder() throws {
    let old = try TemporaryFolder()
    let database = try DatabaseQueue(path: old.url.appending(path: "work.db").path)
    try database.write { try $0.execute(sql: "CREATE TABLE listing (id TEXT)") }
    #expect(throws: WorkspaceError.older(path: old.url.path)) {
      _ = try Workspace(folder: old.url)
    }
    let tables = try database.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
    }
    #expect(tables == ["listing"])
  }
}
