import AlmanacIngest
import AlmanacModel
public import AlmanacTime
public import Foundation

/// Makes tokens for the log of a source of kind `submissions`.
public struct SubmissionTokens: Sendable {
  private let key: SubmissionKey

  /// - Throws: `ConfigurationError` for a source that is not there or of another kind, and the error
  ///   of a key that can't be read.
  public init(configuration: URL, source: String, environment: [String: String]) throws {
    let settings = try SettingsLoader(samples: false, mayLackSources: true)
      .load(configuration)
    guard
      let source = settings.sources.first(where: { $0.id == source }),
      let key = try SecretReader(environment: environment).submissionKey(for: source)
    else {
      let known = settings.sources.filter { $0.kind == .submissions }.map(\.id)
      throw ConfigurationError(
        file: configuration.path,
        "'\(source)' is no source of kind 'submissions'; known are "
          + (known.isEmpty ? "none" : known.joined(separator: ", ")))
    }
    self.key = key
  }

  /// Whether a text can be the id of a person: 1 to 64 letters, digits, `-` and `_`.
  public static func isPerson(_ id: String) -> Bool { SubmissionID.isValid(id) }

  /// - Parameter person: An id for which `isPerson(_:)` holds.
  public func token(for person: String, isStaff: Bool, until expiry: Instant) -> String {
    key.token(for: person, role: isStaff ? .staff : .person, until: expiry)
  }
}
