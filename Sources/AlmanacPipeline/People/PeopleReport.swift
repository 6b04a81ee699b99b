import AlmanacModel
public import AlmanacTime

/// How the planning of all persons went. It names persons, so that it stays among the private files.
public struct PeopleReport: Answer {
  public static let schema = "almanac.plan/1"

  public struct Problem: Hashable, Sendable, Encodable {
    public var person: String
    public var count: Int
  }

  public struct UnknownEvent: Hashable, Sendable, Encodable {
    public var person: String
    public var event: String
  }

  public var now: Instant
  /// How many persons there are.
  public var persons = 0
  /// How many persons have new files.
  public var planned = 0
  /// In the order of the persons' ids; a person with a mistake keeps the files of the last plan.
  public var mistakes: [ConfigurationError] = []
  /// How many persons have a mistake in their inputs.
  public var broken = 0
  /// Persons whose agenda has problems, with how many.
  public var problems: [Problem] = []
  /// References of persons to events that the edition does not have.
  public var unknown: [UnknownEvent] = []

  /// Matches of users and projects; nil where there is no log of projects.
  public var matches: Int?

  init(now: Instant) { self.now = now }

  public var isDegraded: Bool { broken > 0 || !mistakes.isEmpty }

  /// `planned 3 of 4 persons; 2 with problems`
  public var summary: String {
    var text = "planned \(planned) of \(String(counting: persons, "person"))"
    if !problems.isEmpty { text += "; \(problems.count) with problems" }
    if !unknown.isEmpty { text += "; \(String(counting: unknown.count, "unknown event"))" }
    if let matches { text += "; \(String(counting: matches, "match", plural: "matches"))" }
    return text
  }

  /// What a person at a terminal should look into, a line each.
  public var lines: [String] {
    mistakes.map { "\($0)" }
      + unknown.map { "\($0.person): the edition has no event '\($0.event)'" }
  }
}
