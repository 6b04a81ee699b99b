import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime

/// Decides when a web source is fetched: as often as its definition, its server and its failures allow.
struct FetchSchedule {
  let now: Instant

  private static let hour = 3_600
  private static let day = 86_400

  /// Failures in a row, and seconds, after which a source is broken.
  private static let brokenAfter = (failures: 10, seconds: 14 * day)

  /// Seconds after which a document is requested without conditions: some servers answer "not modified"
  /// for ever.
  private static let conditionalFor = 14 * day

  /// How a source fails; nil while it answers.
  static func failure(of state: SourceState, at now: Instant) -> SourceStatus? {
    guard let failure = state.failure else { return nil }
    if failure.code == "B_GONE" { return .gone }
    let seconds = state.failingSince.map { now.seconds(since: $0) } ?? 0
    return state.consecutiveFailures >= brokenAfter.failures || seconds >= brokenAfter.seconds
      ? .broken : .failed
  }

  /// When the source may be fetched again; nil: at once.
  ///
  /// Tolerates a tenth of the cadence, because timers start at random within some minutes.
  func dueTime(_ source: Source, _ state: SourceState) -> Instant? {
    // The state is of another URL, of a definition that has been corrected, or of a wrong system time.
    guard state.address == source.url, state.failure?.code != "E_CONFIG" else { return nil }
    if let last = state.lastAttemptAt, last > now { return nil }
    let cadence = state.lastSuccessAt.map { $0 + source.cadence * 9 / 10 }
    return [cadence, state.nextAttemptAt].compactMap(\.self).max()
  }

  /// When a request of a weather source may be sent again. `Retry-After` of the source holds for all.
  func dueTime(_ request: RequestState, of source: Source, _ state: SourceState) -> Instant? {
    if let last = request.lastAttemptAt, last > now { return nil }
    let cadence = request.lastSuccessAt.map { $0 + source.cadence * 9 / 10 }
    let isKnown = state.address == source.url && (state.lastAttemptAt ?? now) <= now
    let hold = isKnown ? state.nextAttemptAt : nil
    return [cadence, hold, request.nextAttemptAt].compactMap(\.self).max()
  }

  /// Whether `Retry-After` of a host still holds. An end more than eight days ahead comes from a wrong
  /// system time and is ignored.
  func isHeld(until end: Instant?) -> Bool {
    end.map { $0 > now && $0.seconds(since: now) <= 8 * Self.day } ?? false
  }

  func isConditional(_ state: SourceState) -> Bool {
    state.receivedAt.map { now.seconds(since: $0) < Self.conditionalFor } ?? true
  }

  /// When a source that has just failed is fetched again.
  ///
  /// `Retry-After` of the server, else exponential back-off up to a week with jitter, so that a server
  /// that comes back doesn't get all requests at once. The jitter is a hash: a repeated run has the same.
  ///
  /// - Parameter state: The state before the failure.
  /// - Returns: nil for errors of this machine, and for files.
  func nextAttempt(after error: FetchError, of source: Source, _ state: SourceState) -> Instant? {
    guard source.isOfTheWeb, error.code != "E_KEY" else { return nil }
    if let retryAt = error.retryAt { return retryAt }
    if error.code == "B_GONE" { return now + 30 * Self.day - Self.hour }
    let known = state.address == source.url ? state : SourceState(source: source.id)
    let failures = known.consecutiveFailures + (known.lastAttemptAt == now ? 0 : 1)
    let seconds = known.failingSince.map { now.seconds(since: $0) } ?? 0
    if failures >= Self.brokenAfter.failures || seconds >= Self.brokenAfter.seconds {
      return now + 7 * Self.day - Self.hour
    }
    let longest = min(7 * Self.day, Self.hour << min(failures, 20))
    var hash = StableHash(source.id)
    hash.combine("\(failures)")
    return now + max(60, Int(hash.value % UInt64(longest)))
  }
}

extension Source {
  /// nil for a file.
  var url: String? {
    if case .url(let url) = location { url } else { nil }
  }

  /// Whether it is fetched over the network.
  var isOfTheWeb: Bool { url != nil }

  /// Whether the requested addresses differ from run to run, so that a redirect of one doesn't hold for
  /// the next.
  var hasVaryingAddress: Bool {
    pages != nil || url.map(DatedAddress.isDated) ?? false
  }

  /// Host and port, in lower case; empty for a file.
  var host: String { url.map(Self.host(of:)) ?? "" }

  static func host(of url: String) -> String {
    let authority = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    // The part before the last '@' may be a password (RFC 3986 section 3.2.1).
    return authority?.split(separator: "@").last?.lowercased() ?? url
  }
}
