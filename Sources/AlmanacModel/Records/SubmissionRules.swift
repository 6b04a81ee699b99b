/// The rules of a source of kind `submissions` for its log.
public struct SubmissionRules: Hashable, Sendable, Codable {
  /// The location of the key of the tokens.
  public var key: SecretPlace
  /// Distinct people whose reports hide an event of type `student`.
  public var reports: Int
  /// The valid reasons of a report.
  public var reasons: [String]
  /// Required members of each submission in addition to `title` and `start`.
  public var required: Set<String> = []
  /// Column names of a form's table, by member.
  public var columns: [String: String] = [:]
}
