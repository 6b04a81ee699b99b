import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Foundation

/// Writes the private files about presence: exact counts for the operator, and for each person where
/// friends are.
struct PresencePlanner {
  static let friendsFile = "friends.json"
  private static let countsFile = "presence.json"
  /// Hours of exact counts, the present one included.
  private static let hours = 24

  /// `presence.json`: exact counts of the last day.
  private struct Counts: Answer {
    static let schema = "almanac.presence/1"

    struct Count: Encodable {
      var campus: String
      var place: String
      /// When the hour began.
      var hour: Instant
      var people: Int
    }

    var now: Instant
    /// By campus, hour and place.
    var counts: [Count] = []
  }

  /// `friends.json`: where a person's friends were last, within an hour.
  private struct Friends: Answer {
    static let schema = "almanac.friends/1"

    struct Place: Encodable {
      var campus: String
      var place: String
      var name: String
      /// The ids of the friends, sorted.
      var friends: [String]
    }

    var now: Instant
    /// By campus and place.
    var places: [Place] = []
  }

  let settings: Settings
  let workspace: Workspace?
  let now: Instant
  let workers: Int

  /// - Parameters:
  ///   - persons: Those whose inputs can be used.
  ///   - ids: Those of all persons.
  /// - Returns: Mistakes in the logs.
  func write(
    persons: [Person], ids: [String], into files: PrivateFiles
  ) async throws -> [ConfigurationError] {
    var counts = Counts(now: now)
    var mistakes: [ConfigurationError] = []
    var lastPlaces: [(campus: Settings.CampusSettings, places: [String: String])] = []
    for campus in settings.campuses {
      guard let source = settings.sources(.presence, of: campus.campus).first, let workspace,
        let log = try PresenceLog(source, of: campus, in: workspace, workers: workers)
      else { continue }
      let hour = PresenceFold.hour(of: now)
      var day = PresenceFold(
        log.places, in: hour - (Self.hours - 1) * PresenceFold.hour..<hour + PresenceFold.hour)
      var present = PresenceFold(log.places, in: now + 1 - PresenceFold.hour..<now + 1)
      mistakes += try await log.read(until: now) { position in
        day.add(position)
        present.add(position)
      }.map { ConfigurationError(file: source.id, line: $0.line, $0.message) }
      counts.counts += day.counts().map {
        Counts.Count(campus: campus.campus.id, place: $0.place, hour: $0.hour, people: $0.people)
      }
      lastPlaces.append((campus, present.lastPlaces()))
    }
    guard !lastPlaces.isEmpty else {
      // Without a log there are no files. The counts are removed last, in case this plan is killed.
      if files.exists(Self.countsFile) {
        for id in ids { files.remove("\(id)/\(Self.friendsFile)") }
        files.remove(Self.countsFile)
      }
      return mistakes
    }
    try files.write(counts.bytes, at: Self.countsFile)
    let friends = Dictionary(
      persons.map { ($0.id, $0.friends) }, uniquingKeysWith: { first, _ in first })
    for id in ids {
      let path = "\(id)/\(Self.friendsFile)"
      let mutual: Set<String> =
        friends[id]?.filter { friends[$0]?.contains(id) == true } ?? []
      if mutual.isEmpty {
        // Also if the person's inputs have a mistake: positions of friends are no lasting fact.
        files.remove(path)
      } else {
        let file = Friends(now: now, places: lastPlaces.flatMap { places(of: mutual, $0, $1) })
        try files.write(file.bytes, at: path)
      }
    }
    return mistakes
  }

  private func places(
    of friends: Set<String>, _ campus: Settings.CampusSettings, _ lastPlaces: [String: String]
  ) -> [Friends.Place] {
    let present = friends.filter { lastPlaces[$0] != nil }
    let byPlace = Dictionary(grouping: present) { lastPlaces[$0] ?? "" }
    return campus.gazetteer.places.compactMap { place in
      byPlace[place.id].map {
        Friends.Place(
          campus: campus.campus.id, place: place.id, name: place.name, friends: $0.sorted())
      }
    }
  }
}
