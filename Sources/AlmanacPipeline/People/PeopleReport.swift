import AlmanacModel
public import AlmanacTime

/// How the planning of all persons went. It names persons, so that it stays among the private files.
public struct PeopleReport: Sendable {
  /// Raised when a member is removed or means something else.
  private static let schema = 1

  public var now: Instant
  /// How many persons there are.
  public var persons = 0
  /// How many persons have new files.
  public var planned = 0
  /// In the order of the persons' ids; a person with a mistake keeps the files of the last plan.
  public var mistakes: [ConfigurationError] = []
  /// How many persons have a mistake in their inputs.
  public var broken = 0
  /// Persons whose agenda has a problem, by id, with how many.
  public var problems: [(person: String, count: Int)] = []
  /// References of persons to events that the edition does not have.
  public var unknown: [(person: String, event: String)] = []
  public var seconds = 0.0

  init(now: Instant) { self.now = now }

  public var isDegraded: Bool { broken > 0 || !mistakes.isEmpty }

  /// `planned 3 of 4 persons; 2 have problems`
  public var summary: String {
    var text = "planned \(planned) of \(String(counting: persons, "person"))"
    if !problems.isEmpty { text += "; \(problems.count) with problems" }
    if !unknown.isEmpty { text += "; \(String(counting: unknown.count, "unknown event"))" }
    return text
  }

  /// What a person at a terminal should look into, a line each.
  public var lines: [String] {
    mistakes.map { "\($0)" }
      + unknown.map { "\($0.person): the edition has no event '\($0.event)'" }
  }

  public var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("schema")
    json.integer(Self.schema)
    json.member("now", now.rfc3339)
    json.key("persons")
    json.integer(persons)
    json.key("planned")
    json.integer(planned)
    json.key("mistakes")
    json.beginArray()
    for mistake in mistakes { json.string("\(mistake)") }
    json.endArray()
    json.key("problems")
    json.beginArray()
    for problem in problems {
      json.beginObject()
      json.member("person", problem.person)
      json.key("count")
      json.integer(problem.count)
      json.endObject()
    }
    json.endArray()
    json.key("unknown")
    json.beginArray()
    for reference in unknown {
      json.beginObject()
      json.member("person", reference.person)
      json.member("event", reference.event)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.lineBreak()
    return json.bytes
  }
}
