import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// `matches.json` of a person or of a project.
struct MatchFile: Answer, Decodable {
  static let schema = "almanac.matches/1"
  /// Maximum number of changes; the newest ones stay.
  private static let mostChanges = 200

  struct Change: Hashable, Codable {
    enum Kind: String, Codable { case matched, unmatched }

    var match: String
    var change: Kind
    var at: Instant
  }

  /// The person or the project.
  var id: String
  /// Of a project.
  var title: String?
  /// Of a project: the owner, those that the owner added, and those that matched.
  var members: [String]?
  var matches: [Match] = []
  /// In order of time.
  var changes: [Change] = []

  /// The file of the last plan; nil for other bytes.
  init?(_ bytes: [UInt8]?) {
    guard let bytes, let file = try? JSONDecoder().decode(MatchFile.self, from: Data(bytes)) else {
      return nil
    }
    self = file
  }

  /// - Parameter last: The file of the last plan. Its matches that are gone become changes.
  init(id: String, project: Project? = nil, matches: [Match], last: MatchFile?, now: Instant) {
    self.id = id
    title = project?.title
    members = project?.members.sorted()
    self.matches = matches
    let before = Set(last?.matches.map(\.id) ?? [])
    let after = Set(matches.map(\.id))
    changes = last?.changes ?? []
    changes += matches.filter { !before.contains($0.id) }.map {
      Change(match: $0.id, change: .matched, at: $0.at)
    }
    changes += before.subtracting(after).map { Change(match: $0, change: .unmatched, at: now) }
    changes.sort { ($0.at, $0.match, $0.change.rawValue) < ($1.at, $1.match, $1.change.rawValue) }
    changes = changes.suffix(Self.mostChanges)
  }
}
