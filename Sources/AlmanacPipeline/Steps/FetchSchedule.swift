import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime

/// When a source of the web is asked: never more often than its definition, its server and its own
/// failures allow, and never not at all.
struct FetchSchedule {
  let now: Instant

  /// How a source has answered lately.
  enum Health: Sendable {
    case answering
    case failing
    /// It has failed so often or so long that it is asked once a week.
    case broken
    /// Its server says that there is no such thing any more (RFC 9110 section 15.5.11).
    case gone
  }

  private static let hour = 3_600
  private static let day = 86_400

  /// Failures in a row, and seconds, after which a source is broken.
  private static let brokenAfter = (failures: 10, seconds: 14 * day)

  /// Seconds after which a document is asked for without conditions: some servers say "not modified"
  /// for ever.
  private static let conditionalFor = 14 * day

  static func health(of state: SourceState, at now: Instant) -> Health {
    guard let failure = state.failure else { return .answering }
    if failure.code == "B_GONE" { return .gone }
    let seconds = state.failingSince.map { now.seconds(since: $0) } ?? 0
    return state.consecutiveFailures >= brokenAfter.failures || seconds >= brokenAfter.seconds
      ? .broken : .failing
  }

  /// When the source may be asked again; nil: at once.
  ///
  /// A tenth of the cadence is forgiven, because timers start at random within some minutes.
  func dueTime(_ source: Source, _ state: SourceState) -> Instant? {
    // What is known is about another URL, of a definition that is corrected now, or of a wrong clock.
    guard state.address == source.url, state.failure?.code != "E_CONFIG" else { return nil }
    if let last = state.lastAttemptAt, last > now { return nil }
    let cadence = state.lastSuccessAt.map { $0 + source.cadence * 9 / 10 }
    return [cadence, state.nextAttemptAt].compactMap(\.self).max()
  }

  /// The same for one of a weather source's requests; what a host asked of the source holds for all.
  func dueTime(_ request: RequestState, of source: Source, _ state: SourceState) -> Instant? {
    if let last = request.lastAttemptAt, last > now { return nil }
    let cadence = request.lastSuccessAt.map { $0 + source.cadence * 9 / 10 }
    let isKnown = state.address == source.url && (state.lastAttemptAt ?? now) <= now
    let hold = isKnown ? state.nextAttemptAt : nil
    return [cadence, hold, request.nextAttemptAt].compactMap(\.self).max()
  }

  /// Whether a host that asked not to be asked before a time is still not to be asked. No server is
  /// believed for longer than eight days: an end beyond that is of a wrong clock.
  func isHeld(until end: Instant?) -> Bool {
    end.map { $0 > now && $0.seconds(since: now) <= 8 * Self.day } ?? false
  }

  func isConditional(_ state: SourceState) -> Bool {
    state.receivedAt.map { now.seconds(since: $0) < Self.conditionalFor } ?? true
  }

  /// When a source that has just failed is asked again.
  ///
  /// What the server asks for; else a time that doubles with each failure up to a week, of which a
  /// part is waited that differs from source to source, so that a server that comes back is not asked
  /// by all at once. The part is the same if the run is repeated.
  ///
  /// - Parameter state: as it was before.
  /// - Returns: nil for what is this machine's own fault, and for files.
  func nextAttempt(after error: FetchError, of source: Source, _ state: SourceState) -> Instant? {
    guard source.isOfTheWeb, error.code != "E_KEY" else { return nil }
    if let asked = error.retryAt { return asked }
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

  /// Whether it is asked over the network.
  var isOfTheWeb: Bool { url != nil }

  /// Whether one run asks for other addresses than another, so that a redirect of one says nothing of
  /// the next.
  var isAskedVariously: Bool {
    pages != nil || url.map(DatedAddress.isDated) ?? false
  }

  /// Host and port, in lower case; empty for a file.
  var host: String { url.map(Self.host(of:)) ?? "" }

  static func host(of url: String) -> String {
    let authority = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    // What stands before the last '@' may be a password (RFC 3986 section 3.2.1).
    return authority?.split(separator: "@").last?.lowercased() ?? url
  }
}
