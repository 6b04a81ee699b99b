import AlmanacModel

/// Checks whether a document may replace the last good capture of its source.
///
/// Damaged documents are still read, so that people can inspect them, but not published: missing
/// events would look like withdrawn ones.
enum IntegrityCheck {
  /// The reason for rejection; nil if the document may be used.
  static func refusal(of document: Document) -> Finding? {
    if let refused = document.problems.first(where: { $0.code.refusesSource }) { return refused }
    guard let damage = document.problems.first(where: { untrusted.contains($0.code) }) else {
      return nil
    }
    return Finding(
      "E_PARSE",
      message: "\(damage.message); the listings of the last good capture are kept",
      line: damage.line)
  }

  private static let untrusted: Set<FindingCode> = [
    "W_TRUNCATED", "W_UNCLOSED", "W_NUL", "W_LEADING_TEXT", "W_MALFORMED", "W_FRAGMENT",
  ]
}
