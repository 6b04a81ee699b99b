/// What the definition of a source of kind `submissions` says about its log.
public struct SubmissionRules: Hashable, Sendable, Codable {
  /// Where the key of the tokens is.
  public var key: SecretPlace
  /// Distinct people whose reports hide an event of type `student`.
  public var reports = 3
  /// The words that a report may give as its reason.
  public var reasons = ["spam", "offensive", "wrong", "duplicate", "other"]
  /// Members that each submission needs beside `title` and `start`.
  public var required: Set<String> = []
  /// Columns of a form's table by the member that each one holds.
  public var columns: [String: String] = [:]

  public init(key: SecretPlace) { self.key = key }
}
