import AlmanacModel
import AlmanacPipeline
import AlmanacRefine

/// How well placements of venue texts agree with labeled places.
struct GeocodeEvaluation: Encodable, Sendable {
  /// A venue text and its right place; nil where none is right.
  struct Truth: Sendable {
    var campus: String
    var query: String
    var expected: String?
    /// Places that are right as well.
    var accept: [String] = []
  }

  struct Answer: Sendable {
    let truth: Truth
    var placement: Placement

    var isRight: Bool { placement.place.map(isAccepted) ?? false }
    var isPlacedNegative: Bool { truth.expected == nil && placement.place != nil }

    func isAccepted(_ place: String) -> Bool {
      truth.expected != nil && (place == truth.expected || truth.accept.contains(place))
    }
  }

  /// The answers of a tenth of the confidence scale; placements of negatives count as wrong.
  struct Tenth: Encodable, Sendable {
    /// Inclusive, 0 ... 0.9.
    let from: Double
    let answers: Int
    let right: Int
    /// The mean confidence; if calibrated, it equals the share that is right.
    let confidence: Double
  }

  /// The counts of one campus at the threshold that suits the other campuses.
  struct LeftOut: Encodable, Sendable {
    /// The least confidence of an answer, 0.6 ... 0.95.
    let threshold: Double
    let right: Int
    let wrong: Int
    let placedNegatives: Int
  }

  struct Mistake: Encodable, Sendable {
    let query: String
    let expected, place: String?
    let confidence: Double
    let reason: String?
    let candidates: [String]
  }

  let positives: Int
  /// Positives placed where they should be.
  let right: Int
  let wrong: Int
  let abstained: Int
  /// Positives whose first candidate is right, placed or not.
  let rightAtFirst: Int
  let negatives: Int
  let placedNegatives: Int
  /// nil without other campuses.
  private(set) var leftOut: LeftOut?
  /// Tenths with answers, lowest confidence first.
  let reliability: [Tenth]
  let mistakes: [Mistake]

  init(_ answers: [Answer]) {
    let labeled = answers.filter { $0.truth.expected != nil }
    positives = labeled.count
    right = labeled.count(where: \.isRight)
    abstained = labeled.count { $0.placement.place == nil }
    wrong = positives - right - abstained
    rightAtFirst = labeled.count { answer in
      let first = answer.placement.candidates.first?.place ?? answer.placement.place
      return first.map(answer.isAccepted) ?? false
    }
    negatives = answers.count - labeled.count
    placedNegatives = answers.count(where: \.isPlacedNegative)
    let placed = answers.filter { $0.placement.place != nil }
    let tenths = Dictionary(grouping: placed) {
      min(9, Int(max(0, $0.placement.confidence) * 10))
    }
    reliability = tenths.sorted { $0.key < $1.key }.map { tenth, answers in
      let sum = answers.reduce(0) { $0 + $1.placement.confidence }
      return Tenth(
        from: Double(tenth) / 10, answers: answers.count, right: answers.count(where: \.isRight),
        confidence: (sum / Double(answers.count)).rounded(to: 3))
    }
    mistakes = answers.filter { $0.truth.expected == nil ? $0.isPlacedNegative : !$0.isRight }.map {
      Mistake(
        query: $0.truth.query, expected: $0.truth.expected, place: $0.placement.place,
        confidence: $0.placement.confidence, reason: $0.placement.reason?.rawValue,
        candidates: $0.placement.candidates.map(\.place))
    }
  }

  /// - Parameter others: The answers of other campuses; a threshold is fitted on them.
  init(_ answers: [Answer], others: [Answer]) {
    self.init(answers)
    let threshold = Self.threshold(for: others)
    let counts = Self(answers, least: threshold)
    leftOut = LeftOut(
      threshold: threshold, right: counts.right, wrong: counts.wrong,
      placedNegatives: counts.placedNegatives)
  }

  /// The evaluation if less confident answers were abstentions.
  private init(_ answers: [Answer], least: Double) {
    self.init(
      answers.map { answer in
        var answer = answer
        if answer.placement.confidence < least { answer.placement.place = nil }
        return answer
      })
  }

  /// The lowest of eight thresholds at which at most 1 % of the texts without a place are placed and at
  /// least 98 % of what is placed is right; the highest where none does.
  private static func threshold(for answers: [Answer]) -> Double {
    let thresholds = stride(from: 60, to: 95, by: 5).map { Double($0) / 100 }
    return thresholds.first { least in
      let counts = Self(answers, least: least)
      let placed = counts.right + counts.wrong + counts.placedNegatives
      return counts.placedNegatives * 100 <= counts.negatives && counts.right * 100 >= placed * 98
    } ?? 0.95
  }

  /// Evaluates truths as NDJSON (`{"campus", "query", "expected_id", "accept"}`, `expected_id` null
  /// where nothing may be placed). Texts of campuses without a gazetteer are left out.
  ///
  /// - Parameter matchers: By campus; "" for all campuses.
  /// - Returns: An evaluation by campus; `all` for a gazetteer without a campus.
  /// - Throws: `RecordFilterError` if no line is a truth.
  static func evaluate(
    _ lines: [UInt8], _ matchers: [String: GazetteerMatcher]
  ) throws -> (reports: [String: GeocodeEvaluation], findings: [Finding]) {
    var (truths, findings) = try LabFiles.records(in: lines) { try Truth($1) }
    var answers: [String: [Answer]] = [:]
    let byCampus = Dictionary(grouping: truths) { matchers[""] == nil ? $0.campus : "" }
    for (campus, truths) in byCampus.sorted(by: { $0.key < $1.key }) {
      guard let matcher = matchers[campus] else {
        findings.append(
          Finding(
            "W_GAZETTEER_MISSING", severity: .warning, subject: campus,
            message:
              "\(String(counting: truths.count, "text")) of campus '\(campus)' left out; add "
              + "--gazetteer \(campus)=FILE"))
        continue
      }
      answers[campus] = truths.map { $0.answer(of: matcher) }
    }
    let reports = answers.map { campus, found in
      let others = answers.filter { $0.key != campus }.sorted { $0.key < $1.key }
      return (
        campus.isEmpty ? "all" : campus,
        others.isEmpty ? Self(found) : Self(found, others: others.flatMap(\.value))
      )
    }
    return (Dictionary(uniqueKeysWithValues: reports), findings)
  }
}

extension GeocodeEvaluation.Truth {
  init(_ json: JSONValue) throws(LogLineError) {
    guard let campus = json["campus"]?.string, let query = json["query"]?.string else {
      throw LogLineError(member: "query", expected: "a text, and so must 'campus'")
    }
    self.init(
      campus: campus, query: query, expected: json["expected_id"]?.string,
      accept: json["accept"]?.array?.compactMap(\.string) ?? [])
  }

  func answer(of matcher: GazetteerMatcher) -> GeocodeEvaluation.Answer {
    GeocodeEvaluation.Answer(
      truth: self, placement: matcher.place(VenueQuery(campus: campus, text: query)))
  }
}
