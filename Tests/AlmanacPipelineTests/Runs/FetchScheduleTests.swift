import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime
import Testing

@testable import AlmanacPipeline

@Suite struct FetchScheduleTests {
  private static let fixture = Instant(secondsSinceEpoch: 1_772_452_800)
  private static let url = "https://hill.example/feed.ics"
  private let schedule = FetchSchedule(now: fixture)

  private func source(_ id: String = "web") -> Source {
    Source(id: id, campus: "hill", location: .url(Self.url))
  }

  private func state(failures: Int, hours: Int = 24) -> SourceState {
    var state = SourceState(source: "web", consecutiveFailures: failures)
    state.address = Self.url
    state.lastAttemptAt = Self.fixture - 86_400
    state.failingSince = failures > 0 ? Self.fixture - hours * 3_600 : nil
    state.failure = failures > 0 ? Finding("E_NETWORK", message: "no") : nil
    return state
  }

  private func delay(_ error: FetchError, _ source: Source, _ state: SourceState) -> Int? {
    schedule.nextAttempt(after: error, of: source, state).map { $0.seconds(since: Self.fixture) }
  }

  private func failure(_ status: Int, retryAt: Instant? = nil) -> FetchError {
    .status(status, retryAt: retryAt, origin: Self.url, reason: nil)
  }

  @Test("The back-off doubles, differs from source to source, and is the same if repeated")
  func backoff() throws {
    for failures in 0..<8 {
      let limit = min(7 * 86_400, 3_600 << (failures + 1))
      let delays = try (0..<200).map { number in
        try #require(delay(failure(500), source("s\(number)"), state(failures: failures)))
      }
      #expect(delays.allSatisfy { 60...limit ~= $0 })
      #expect(Set(delays).count > 100, "spread over the whole time")
      #expect(delays.max() ?? 0 > limit / 2)
      #expect(
        delay(failure(500), source("s7"), state(failures: failures)) == delays[7])
    }
  }

  @Test("Retry-After of the server has priority")
  func retryAfter() {
    let retry = Self.fixture + 5_000
    #expect(delay(failure(429, retryAt: retry), source(), state(failures: 9)) == 5_000)
  }

  @Test("A broken source is fetched once a week, a gone one once a month")
  func broken() {
    let week = 7 * 86_400
    let limits = [(failures: 10, hours: 24), (30, 900), (3, 14 * 24)]
    for (failures, hours) in limits {
      let state = state(failures: failures, hours: hours)
      let wait = delay(failure(500), source(), state) ?? 0
      #expect(week - 3_600 == wait)
      #expect(FetchSchedule.failure(of: state, at: Self.fixture) == .broken)
    }
    // The failure that is being counted is the tenth.
    #expect(delay(failure(500), source(), state(failures: 9)) == week - 3_600)
    #expect(delay(failure(500), source(), state(failures: 8)) != week - 3_600)
    #expect(delay(failure(410), source(), state(failures: 0)) ?? 0 > 29 * 86_400)
    #expect(FetchSchedule.failure(of: state(failures: 1), at: Self.fixture) == .failed)
    #expect(FetchSchedule.failure(of: state(failures: 0), at: Self.fixture) == nil)
  }

  @Test("A host is left alone until the time that it named, if that is within eight days")
  func holds() {
    let most = 8 * 86_400
    for (seconds, isHeld) in [(0, false), (1, true), (most, true), (most + 1, false)] {
      #expect(schedule.isHeld(until: Self.fixture + seconds) == isHeld, "\(seconds)")
    }
    #expect(!schedule.isHeld(until: nil))
  }

  @Test("A source whose last attempt is in the future is fetched at once")
  func wrongSystemTime() {
    var waiting = state(failures: 1)
    waiting.nextAttemptAt = Self.fixture + 86_400
    waiting.lastAttemptAt = Self.fixture + 3_600
    #expect(schedule.dueTime(source(), waiting) == nil)
  }

  @Test("A corrected URL is fetched at once, and a source that failed for a local reason")
  func corrected() {
    var waiting = state(failures: 12)
    waiting.nextAttemptAt = Self.fixture + 86_400
    #expect(schedule.dueTime(source(), waiting) == waiting.nextAttemptAt)
    var other = source()
    other.location = .url("https://hill.example/new.ics")
    #expect(schedule.dueTime(other, waiting) == nil)
    #expect(delay(.missingKey("none"), source(), state(failures: 3)) == nil)
    var file = source()
    file.location = .file("feed.ics")
    #expect(delay(.missingFile(path: "feed.ics"), file, state(failures: 3)) == nil)
  }
}
