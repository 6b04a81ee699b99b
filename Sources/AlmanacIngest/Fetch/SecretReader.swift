public import AlmanacModel
public import AlmanacTime
import Foundation

/// Reads the secrets of sources from their configured locations.
public struct SecretReader: Sendable {
  private let environment: [String: String]

  public init(environment: [String: String]) { self.environment = environment }

  /// The value of `{key}` in the URL; nil if the source has none.
  public func key(for source: Source) throws(FetchError) -> String? {
    if let place = source.weather?.key { return try secret(at: place) }
    guard case .key(let place) = source.credentials else { return nil }
    return try secret(at: place)
  }

  /// The header field for authentication; nil if the source has none.
  public func credentials(for source: Source) throws(FetchError) -> HTTPField? {
    guard let credentials = source.credentials else { return nil }
    let secret = try secret(at: credentials.secret)
    switch credentials {
    case .basic(let user, _):
      let pair = Data("\(user):\(secret)".utf8).base64EncodedString()
      return HTTPField("Authorization", "Basic " + pair)
    case .bearer: return HTTPField("Authorization", "Bearer " + secret)
    case .header(let name, _): return HTTPField(name, secret)
    case .key: return nil
    }
  }

  /// The key of the tokens of a log; nil for a source of another kind.
  public func submissionKey(for source: Source) throws(FetchError) -> SubmissionKey? {
    guard let rules = source.submissions else { return nil }
    let secret = try secret(at: rules.key)
    guard secret.count >= SubmissionKey.leastLength else {
      throw .missingKey("it is shorter than \(SubmissionKey.leastLength) characters")
    }
    return SubmissionKey(secret: secret, source: source.id)
  }

  /// Makes the sealer that removes the tokens of a log; nil for a source of another kind.
  ///
  /// - Parameter zone: The zone of times without an offset, if the source has none.
  public func sealer(
    for source: Source, zone: String, in zones: ZoneDatabase
  ) throws(FetchError) -> SubmissionSealer? {
    guard let rules = source.submissions, let key = try submissionKey(for: source) else {
      return nil
    }
    return SubmissionSealer(
      key: key, rules: rules, zone: zones.zone(named: source.timezone ?? zone) ?? .utc)
  }

  /// Reads a secret.
  ///
  /// - Throws: `.missingKey` if it is missing, empty or, in a file, longer than 4,096 bytes.
  public func secret(at place: SecretPlace) throws(FetchError) -> String {
    switch place {
    case .environment(let name):
      guard let secret = environment[name], !secret.isEmpty else {
        throw .missingKey("the environment has no \(name)")
      }
      return secret
    case .file(let path):
      guard let data = FileManager.default.contents(atPath: path), data.count <= 4_096 else {
        throw .missingKey("\(path) can't be read or is too long")
      }
      let secret = String(decoding: data, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      guard !secret.isEmpty else { throw .missingKey("\(path) is empty") }
      return secret
    }
  }
}
