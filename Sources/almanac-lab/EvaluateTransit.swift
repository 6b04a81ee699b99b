import AlmanacIngest
import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import AlmanacTransit
import ArgumentParser

struct EvaluateTransit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transit",
    abstract: "Compare the journeys of a transit feed with known answers.",
    discussion: """
      An answer is one JSON object a line: from, to (stop ids), depart (minutes since 1970 UTC) and \
      pareto, a list of [changes, arrival]. Prints one JSON object: the number of answers, how many \
      are equal, and the first that differs.

      Example: almanac-lab evaluate transit feed.zip answers.ndjson
      """)

  @Argument(help: "The GTFS feed (zip); '-' is standard input.")
  var feed: String

  @Argument(help: "The answers (NDJSON); '-' is standard input.")
  var answers: String

  func run() throws {
    let (report, findings) = try TransitEvaluation.evaluate(
      try InputFile.bytes(of: answers), zip: try InputFile.bytes(of: feed))
    try LabFiles.report(findings, in: answers)
    try LabFiles.print(report)
  }
}

/// How many answers there are, how many are equal, and the first that differs.
///
/// Both follow narrow rules that any search can be held to: changes at one stop within at least two
/// minutes, none on foot, at most seven boardings, `pickup_type` and `drop_off_type` ignored.
struct TransitEvaluation: Encodable {
  struct Difference: Encodable {
    let line: Int
    let from, to: String
    /// Minutes since 1970 UTC.
    let depart: Int
    /// Changes and arrival of each journey, fewest changes first.
    let expected: [[Int]]
    var found: [[Int]] = []

    init(line: Int, _ json: JSONValue) throws(LogLineError) {
      guard let from = json.text("from"), let to = json.text("to") else {
        throw LogLineError(member: "from", expected: "the id of a stop, and so must 'to'")
      }
      guard let departure = json["depart"]?.double, let journeys = json["pareto"]?.array else {
        throw LogLineError(member: "depart", expected: "minutes, and 'pareto' a list of journeys")
      }
      (self.line, self.from, self.to, depart) = (line, from, to, Int(departure))
      expected = journeys.map { ($0.array ?? []).compactMap(\.double).map { Int($0) } }
    }
  }

  private(set) var answers = 0
  private(set) var equal = 0
  private(set) var first: Difference?

  /// - Parameter zip: The bytes of a GTFS feed.
  /// - Throws: For bytes that are no zip archive, or a hostile one; `RecordFilterError` if no line is
  ///   an answer.
  static func evaluate(
    _ lines: [UInt8], zip: [UInt8]
  ) throws -> (report: TransitEvaluation, findings: [Finding]) {
    let (answers, findings) = try LabFiles.records(in: lines, Difference.init)
    let feed = TransitFeedReader.read(try TransitTables.read(zip: zip), today: .min)
    var report = TransitEvaluation()
    guard let network = feed.network else { return (report, findings) }
    var days = TravelDays(network, footpaths: [])
    var rules = JourneyRules()
    rules.maximumBoardings = 7
    rules.usesFootpaths = false
    rules.respectsPickupTypes = false
    let stops = Dictionary(
      network.stops.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    // One search serves all successive answers of one stop and time.
    var last: (from: String, departure: Int, base: Int, profile: JourneyProfile)?
    for var answer in answers {
      if let from = stops[answer.from], let to = stops[answer.to], from != to {
        if last?.from != answer.from || last?.departure != answer.depart {
          let date = CivilDate(dayNumber: network.day(ofMinute: answer.depart))
          let entry = days.entry(for: date)
          let profile = JourneySearch(in: entry.day, rules: rules).profile(
            from: [AccessStop(stop: from)], starts: [answer.depart - entry.base])
          last = (answer.from, answer.depart, entry.base, profile)
        }
        if let last {
          answer.found = last.profile.options(at: to).map { [$0.changes, $0.arrival + last.base] }
        }
      }
      report.add(answer)
    }
    return (report, findings)
  }

  private mutating func add(_ answer: Difference) {
    answers += 1
    if answer.found == answer.expected { equal += 1 } else { first = first ?? answer }
  }
}
