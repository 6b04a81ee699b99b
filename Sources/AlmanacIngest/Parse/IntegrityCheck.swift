import AlmanacModel

/// Whether a document may replace what its source said before.
///
/// Reading goes on after damage, so that people can inspect it; publishing does not: what is cut
/// off is not to be taken for what was withdrawn.
enum IntegrityCheck {
  /// nil for a document that may be used.
  static func refusal(of document: Document) -> Finding? {
    if let refused = document.problems.first(where: { $0.code.refusesSource }) { return refused }
    guard let damage = document.problems.first(where: { untrusted.contains($0.code) }) else {
      return nil
    }
    return Finding(
      "E_PARSE",
      message: "\(damage.message); the listings of the last good capture stay in force",
      line: damage.line)
  }

  private static let untrusted: Set<FindingCode> = [
    "W_TRUNCATED", "W_UNCLOSED", "W_NUL", "W_LEADING_TEXT", "W_MALFORMED", "W_FRAGMENT",
  ]
}
