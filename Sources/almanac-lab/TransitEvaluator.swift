import AlmanacIngest
import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import AlmanacTransit

/// `almanac-lab evaluate transit`: the journeys of a feed compared with known answers.
///
/// Both follow narrow rules that any search can be held to: changes at one stop within at least two
/// minutes, none on foot, at most seven boardings, `pickup_type` and `drop_off_type` ignored.
struct TransitEvaluator: Sendable {
  /// What one answer asks and expects.
  struct Answer: Equatable {
    var from: String
    var to: String
    /// Minutes since 1970 UTC.
    var departure: Int
    /// Changes and arrival of each journey, fewest changes first.
    var journeys: [[Int]]
  }

  /// What reading the feed noticed.
  let notices: [Finding]
  private let network: TransitNetwork?

  /// - Parameter zip: The bytes of a GTFS feed.
  /// - Throws: For bytes that are no zip archive, or a hostile one.
  init(zip: [UInt8]) throws(ZipError) {
    let feed = TransitFeedReader.read(try TransitTables.read(zip: zip), today: .min)
    network = feed.network
    notices = feed.notices.map { $0.finding(source: "feed") }
  }

  /// Takes answers as NDJSON (`{"from", "to", "depart", "pareto": [[changes, arrival], …]}`, times in
  /// minutes since 1970 UTC) and returns one JSON object: how many there are, how many are equal, and
  /// the first that differs.
  ///
  /// - Throws: `RecordFilterError` if no line is an answer.
  func evaluate(_ lines: [UInt8]) throws -> (json: [UInt8], findings: [Finding]) {
    var findings: [Finding] = []
    var answers: [(line: Int, answer: Answer)] = []
    let split = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in split.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      if let answer = Self.answer(Array(line)) {
        answers.append((number + 1, answer))
      } else {
        findings.append(
          Finding(
            "Q_RECORD", message: "the line is no answer; it was left out", line: number + 1))
      }
    }
    guard !answers.isEmpty else { throw RecordFilterError() }
    let found = journeys(for: answers.map(\.answer))
    var json = JSONWriter()
    json.beginObject()
    json.member("answers", answers.count)
    json.member("equal", zip(answers, found).count { $0.answer.journeys == $1 })
    if let first = zip(answers, found).first(where: { $0.answer.journeys != $1 }) {
      json.key("first")
      json.beginObject()
      json.member("line", first.0.line)
      json.member("from", first.0.answer.from)
      json.member("to", first.0.answer.to)
      json.member("depart", first.0.answer.departure)
      json.key("expected")
      Self.write(first.0.answer.journeys, to: &json)
      json.key("found")
      Self.write(first.1, to: &json)
      json.endObject()
    }
    json.endObject()
    json.endLine()
    return (json.bytes, findings)
  }

  /// The journeys that the search finds; one search serves all answers of one stop and time.
  private func journeys(for answers: [Answer]) -> [[[Int]]] {
    guard let network else { return answers.map { _ in [] } }
    var days = TravelDays(network, footpaths: [])
    var rules = JourneyRules()
    rules.maximumBoardings = 7
    rules.usesFootpaths = false
    rules.respectsPickupTypes = false
    let numbers = Dictionary(
      network.stops.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var last: (from: String, departure: Int, base: Int, profile: JourneyProfile)?
    return answers.map { answer in
      guard let from = numbers[answer.from], let to = numbers[answer.to], from != to else {
        return []
      }
      if last?.from != answer.from || last?.departure != answer.departure {
        let date = CivilDate(dayNumber: network.day(ofMinute: answer.departure))
        let entry = days.entry(for: date)
        let profile = JourneySearch(in: entry.day, rules: rules).profile(
          from: [AccessStop(stop: from)], starts: [answer.departure - entry.base])
        last = (answer.from, answer.departure, entry.base, profile)
      }
      guard let last else { return [] }
      return last.profile.options(at: to).map { [$0.changes, $0.arrival + last.base] }
    }
  }

  private static func answer(_ line: [UInt8]) -> Answer? {
    guard let json = try? JSONValue(parsing: line), let from = json["from"]?.string,
      let to = json["to"]?.string, let departure = json["depart"]?.double,
      let journeys = json["pareto"]?.array
    else { return nil }
    return Answer(
      from: from, to: to, departure: Int(departure),
      journeys: journeys.map { ($0.array ?? []).compactMap(\.double).map { Int($0) } })
  }

  private static func write(_ journeys: [[Int]], to json: inout JSONWriter) {
    json.beginArray()
    for journey in journeys {
      json.beginArray()
      for value in journey { json.integer(Int64(value)) }
      json.endArray()
    }
    json.endArray()
  }
}
