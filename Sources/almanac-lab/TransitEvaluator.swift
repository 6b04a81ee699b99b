import AlmanacIngest
import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import AlmanacTransit

/// `almanac-lab evaluate transit`: the journeys of a feed compared with known answers.
///
/// Both follow narrow rules that any search can be held to: changes at one stop within at least two
/// minutes, none on foot, at most seven boardings, boarding rights ignored.
struct TransitEvaluator: Sendable {
  /// A query with its expected journeys.
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

  /// How many answers there are, how many are equal, and the first that differs.
  struct Report: Encodable {
    struct Difference: Encodable {
      var line: Int
      var from, to: String
      var depart: Int
      var expected, found: [[Int]]
    }

    var answers, equal: Int
    var first: Difference?
  }

  /// Evaluates answers as NDJSON (`{"from", "to", "depart", "pareto": [[changes, arrival], …]}`, times in
  /// minutes since 1970 UTC).
  ///
  /// - Throws: `RecordFilterError` if no line is an answer.
  func evaluate(_ lines: [UInt8]) throws -> (report: Report, findings: [Finding]) {
    let (answers, findings) = LabeledLines.read(lines, mistake: "the line is no answer") {
      number, line in Self.answer(line).map { (line: number, answer: $0) }
    }
    guard !answers.isEmpty else { throw RecordFilterError() }
    let found = journeys(for: answers.map(\.answer))
    let different = zip(answers, found).filter { $0.answer.journeys != $1 }
    let first = different.first.map { known, found in
      Report.Difference(
        line: known.line, from: known.answer.from, to: known.answer.to,
        depart: known.answer.departure, expected: known.answer.journeys, found: found)
    }
    return (
      Report(answers: answers.count, equal: answers.count - different.count, first: first),
      findings
    )
  }

  /// The journeys that the search finds; one search serves all answers of one stop and time.
  private func journeys(for answers: [Answer]) -> [[[Int]]] {
    guard let network else { return answers.map { _ in [] } }
    var days = TravelDays(network, footpaths: [])
    var rules = JourneyRules()
    rules.maximumBoardings = 7
    rules.usesFootpaths = false
    rules.respectsRights = false
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
          from: [Access(stop: from)], starts: [answer.departure - entry.base])
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
}
