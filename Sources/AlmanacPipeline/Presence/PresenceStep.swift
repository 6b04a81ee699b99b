import AlmanacIngest
import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Crypto
import Foundation

/// Decides for each hour that is over what is published about how busy places were.
///
/// An hour is decided once, and its cells are final: later lines change nothing. Which hours are
/// decided depends on times alone and not on lines, because that, too, would reveal something.
struct PresenceStep {
  /// Bytes of the shortest key.
  private static let shortestKey = 16

  let context: RunContext
  /// Where the key may be.
  var environment = ProcessInfo.processInfo.environment

  func run(_ campus: Settings.CampusSettings) async throws -> [Finding] {
    let source = context.settings.sources(.presence, of: campus.campus).first
    guard let source, let rule = source.presence else { return [] }
    let window = context.window(of: campus.campus)
    let expiry = PresenceFold.hour(of: window.from)
    // Also for a source that can't be read yet, so that earlier decisions stay.
    let decided = try before(campus.campus, expiry)
    let state = try context.workspace.state(of: source.id)
    // After a refused document the last good one is older than the last success.
    guard state.refusedSince == nil, let success = state.lastSuccessAt,
      let log = try PresenceLog(
        source, of: campus, in: context.workspace, workers: context.options.workers)
    else { return [] }
    let key: SymmetricKey
    do throws(FetchError) {
      key = try self.key(of: rule)
    } catch {
      return [Finding(error, source: source.id)]
    }
    // Only whole hours that are over, with time for late lines.
    let end = PresenceFold.hour(of: min(success, context.options.now) - rule.wait)
    let start = max(decided.until, expiry)
    guard start < end else { return [] }
    var fold = PresenceFold(log.places, in: start..<end)
    let mistakes = try await log.read(until: context.options.now) { fold.add($0) }
    let disclosure = PresenceDisclosure(rule)
    let cells = fold.counts().compactMap { count in
      disclosure.cell(count, bits: Self.bits(key, count, campus: campus.campus.id))
    }
    try context.workspace.add(
      CampusPresence(until: end, cells: cells), campus: campus.campus.id, expiry: expiry)
    guard !mistakes.isEmpty else { return [] }
    return [
      Finding(
        "W_PRESENCE", severity: .warning, source: source.id,
        message: "some lines of the log can't be used; 'almanac check' names them")
    ]
  }

  private func key(of rule: PresenceRule) throws(FetchError) -> SymmetricKey {
    let text = try SecretReader(environment: environment).secret(at: rule.key)
    guard text.utf8.count >= Self.shortestKey else {
      throw .missingKey("it is shorter than \(Self.shortestKey) bytes")
    }
    return SymmetricKey(data: Data(text.utf8))
  }

  /// The first 128 bits of the HMAC (RFC 2104) of a cell.
  private static func bits(
    _ key: SymmetricKey, _ count: PresenceCount, campus: String
  ) -> (UInt64, UInt64) {
    // The name of the place is last, because it may have any character.
    let cell = "almanac.presence/1 \(campus) \(count.hour.secondsSinceEpoch) \(count.place)"
    let code = Array(HMAC<SHA256>.authenticationCode(for: Data(cell.utf8), using: key))
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return (number(code[..<8]), number(code[8..<16]))
  }

  /// The decisions of earlier runs. If the workspace is new, those of the latest edition: all hours that
  /// were over at its time are final.
  private func before(_ campus: Campus, _ expiry: Instant) throws -> CampusPresence {
    if let known = try context.workspace.presence(campus: campus.id) { return known }
    var decided = CampusPresence(until: expiry, cells: [])
    let latest = OutputFolder(url: context.options.output).latest
    if FileManager.default.fileExists(atPath: latest.path),
      let published = try EditionReader(edition: latest)
        .presence(campus: campus.id)
    {
      decided = published
      decided.until = PresenceFold.hour(of: published.until)
    }
    try context.workspace.add(decided, campus: campus.id, expiry: expiry)
    return decided
  }
}
