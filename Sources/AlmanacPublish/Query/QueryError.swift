/// A query that refers to a value the edition doesn't contain, or an edition that can't be read.
public enum QueryError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownCategory(String, known: [String])
  case unknownPlace(String, similar: [String])
  case unknownSource(String, known: [String])
  case unknownEvent(String)
  /// The edition doesn't exist, or its database is damaged or of another version.
  case unreadable(path: String, reason: String? = nil)

  public var description: String {
    switch self {
    case .unknownCategory(let name, let known):
      "there is no category '\(name)'; known are \(known.joined(separator: ", "))"
    case .unknownPlace(let name, let similar):
      "there is no place '\(name)'"
        + (similar.isEmpty ? "" : "; similar are \(similar.joined(separator: ", "))")
    case .unknownSource(let name, let known):
      "there is no source '\(name)'; known are \(known.joined(separator: ", "))"
    case .unknownEvent(let name):
      "no event of the edition has the id '\(name)', nor a listing with this id, uid or link; find ids "
        + "with 'almanac query WORDS'"
    case .unreadable(let path, nil):
      "there is no edition at \(path); run 'almanac run' first"
    case .unreadable(let path, let reason?):
      "the edition at \(path) can't be read (\(reason)); run 'almanac run' to publish another"
    }
  }
}
