import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@Suite("Requests of a weather source") struct RequestJournalTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace
  private let now = Instant(secondsSinceEpoch: 1_000_000)

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url)
  }

  private func request(_ latitude: Double) throws -> ForecastRequest {
    ForecastRequest(points: [try #require(Coordinate(latitude: latitude, longitude: 7))])
  }

  private func capture(_ sha: String, of request: ForecastRequest) -> Capture {
    var capture = Capture(
      source: "sky", request: request.key, sha256: sha, byteCount: 1, fetchedAt: now,
      origin: "https://w.example/f")
    capture.lastModified = sha
    return capture
  }

  private func keys() throws -> [String] {
    try workspace.requests(of: "sky").map(\.request.key)
  }

  @Test("Each request has its own captures and times")
  func separate() throws {
    let one = try request(1)
    let two = try request(2)
    try workspace.plan([two, one], of: "sky")
    #expect(try workspace.requests(of: "sky").map(\.request) == [two, one])
    try workspace.recordAnswer(
      to: one.key, of: "sky", capture: capture("a", of: one), at: now,
      nextAttemptAt: now + 3_600)
    try workspace.recordRefusal(of: two.key, of: "sky", at: now, nextAttemptAt: now + 60)
    #expect(try workspace.currentCapture(of: "sky", request: one.key)?.lastModified == "a")
    #expect(try workspace.currentCapture(of: "sky", request: two.key) == nil)
    #expect(try workspace.currentCapture(of: "sky") == nil)
    #expect(try workspace.lastChanges()["sky"] == now)
    let states = try workspace.requests(of: "sky")
    #expect(states.map(\.lastSuccessAt) == [nil, now])
    #expect(states.map(\.lastAttemptAt) == [now, now])
    #expect(states.map(\.nextAttemptAt) == [now + 60, now + 3_600])
  }

  @Test("An address found in another document is stored with the answer")
  func links() throws {
    let one = try request(1)
    try workspace.plan([one], of: "sky")
    let link = RequestState.Link(
      address: "https://w.example/grid", origin: "https://w.example/f", readAt: now)
    try workspace.recordAnswer(to: one.key, of: "sky", capture: nil, link: link, at: now)
    try workspace.recordRefusal(of: one.key, of: "sky", at: now + 60)
    #expect(try workspace.requests(of: "sky").map(\.link) == [link])
    try workspace.recordAnswer(to: one.key, of: "sky", capture: nil, at: now)
    #expect(try workspace.requests(of: "sky").map(\.link) == [nil])
  }

  @Test("A retired request remains until all planned ones are answered, or for two days")
  func retires() throws {
    let (one, two, three) = (try request(1), try request(2), try request(3))
    try workspace.plan([one, two], of: "sky")
    for old in [one, two] {
      try workspace.recordAnswer(to: old.key, of: "sky", capture: nil, at: now)
    }
    try workspace.plan([two, three], of: "sky")
    try workspace.retireRequests(of: "sky", unansweredSince: now - 1)
    #expect(try keys() == [two.key, three.key, one.key])
    #expect(try workspace.requests(of: "sky").map(\.isPlanned) == [true, true, false])
    try workspace.recordAnswer(to: three.key, of: "sky", capture: nil, at: now)
    try workspace.retireRequests(of: "sky", unansweredSince: now - 1)
    #expect(try keys() == [two.key, three.key])

    try workspace.plan([one], of: "sky")
    try workspace.retireRequests(of: "sky", unansweredSince: now + 1)
    #expect(try keys() == [one.key], "too old to be used")
    try workspace.plan([], of: "sky")
    try workspace.retireRequests(of: "sky", unansweredSince: now)
    #expect(try keys().isEmpty)
  }

  @Test("A forecast's fetch time is the last confirmation of its own request")
  func confirms() throws {
    let one = try request(1)
    let two = try request(2)
    try workspace.plan([one, two], of: "sky")
    let later = now + 86_400
    try workspace.recordAnswer(
      to: one.key, of: "sky", capture: capture("a", of: one), at: now)
    try workspace.recordAnswer(
      to: two.key, of: "sky", capture: capture("b", of: two), at: now)
    try workspace.recordSuccess(of: "sky", capture: nil, at: now)
    let answers = [one, two].map { request in
      RequestedForecasts(
        request: request.key,
        request.points.map { point in
          var forecast = Forecast(
            source: "sky", provider: .metNorway, point: point, fetchedAt: now, at: now)
          forecast.issuedAt = now - 600
          return forecast
        })
    }
    try workspace.saveParsed(
      source: "sky", campus: "hill", listings: [], forecasts: answers,
      completeness: .window,
      at: now,
      record: StageRecord(
        stage: .parse, key: "sky", fingerprint: "f", read: 2, accepted: 2, rejected: 0, findings: []
      ))
    try workspace.recordAnswer(to: one.key, of: "sky", capture: nil, at: later)
    try workspace.recordSuccess(of: "sky", capture: nil, at: later)
    #expect(try workspace.forecasts(campus: "hill").map(\.fetchedAt) == [later, now])
    #expect(try workspace.forecasts(source: "sky", request: two.key).map(\.point) == two.points)
    let ages = try workspace.forecastAges(campus: "hill")
    #expect(ages.map(\.confirmedAt) == [later, now])
    #expect(ages.map(\.issuedAt) == [now - 600, now - 600])
  }

  @Test("A source that is no longer configured has no requests")
  func forgets() throws {
    try workspace.plan([try request(1)], of: "sky")
    try workspace.forgetSources(otherThan: ["b"])
    #expect(try keys().isEmpty)
  }
}
