import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab evaluate geocode`: the answers of a gazetteer compared with labeled venue texts.
struct GeocodeEvaluator: Sendable {
  /// The answers to the texts of one campus.
  struct Report: Encodable {
    struct Decile: Encodable {
      var from: Double
      var answers, right: Int
      var confidence: Double
    }

    struct Mistake: Encodable {
      var query: String
      var expected, place: String?
      var confidence: Double
      var reason: String?
      var candidates: [String]
    }

    var positives, right, wrong, abstained, rightAtFirst, negatives, placedNegatives: Int
    /// The counts at the threshold that is fitted on the other campuses; nil without others.
    var leftOut: GeocodeEvaluation.LeftOut?
    /// Of the confidence.
    var reliability: [Decile]
    var mistakes: [Mistake]
  }

  private let matchers: [String: GazetteerMatcher]
  /// What loading noticed.
  let findings: [Finding]

  /// - Parameter gazetteers: Bytes of GeoJSON files by campus; one alone may have no campus ("").
  /// - Throws: `ConfigurationError` for a file that is no gazetteer.
  init(gazetteers: [String: [UInt8]]) throws {
    (matchers, findings) = try GazetteerArguments.matchers(of: gazetteers)
  }

  /// Evaluates truths as NDJSON (`{"campus", "query", "expected_id", "accept"}`, `expected_id` null
  /// where nothing may be placed). Texts of campuses without a gazetteer are left out.
  ///
  /// - Returns: A report by campus; `all` for a gazetteer without a campus.
  /// - Throws: `RecordFilterError` if no line is a truth.
  func evaluate(_ lines: [UInt8]) throws -> (reports: [String: Report], findings: [Finding]) {
    var (truths, findings) = LabeledLines.read(
      lines, mistake: "the line is no labeled venue text"
    ) { try JSONDecoder().decode(GeocodeEvaluation.Truth.self, from: Data($1)) }
    guard !truths.isEmpty else { throw RecordFilterError() }
    let byCampus = Dictionary(grouping: truths) { matchers[""] == nil ? $0.campus : "" }
    for (campus, truths) in byCampus.sorted(by: { $0.key < $1.key })
    where matchers[campus] == nil {
      findings.append(
        Finding(
          "W_GAZETTEER_MISSING", severity: .warning, subject: campus,
          message: "\(String(counting: truths.count, "text")) of campus '\(campus)' left out; add "
            + "--gazetteer \(campus)=FILE"))
    }
    let answers = byCampus.reduce(into: [String: Answers]()) { answers, entry in
      let (campus, truths) = entry
      guard let matcher = matchers[campus] else { return }
      answers[campus] = truths.map {
        (truth: $0, answer: matcher.place(VenueQuery(campus: campus, text: $0.query)))
      }
    }
    let reports = answers.map { campus, found in
      let others = answers.filter { $0.key != campus }.sorted { $0.key < $1.key }
      return (campus.isEmpty ? "all" : campus, report(found, others.flatMap(\.value)))
    }
    return (Dictionary(uniqueKeysWithValues: reports), findings)
  }

  private typealias Answers = [(truth: GeocodeEvaluation.Truth, answer: Placement)]

  private func report(_ answers: Answers, _ others: Answers) -> Report {
    let evaluation = GeocodeEvaluation(answers.map(\.truth), answers: answers.map(\.answer))
    return Report(
      positives: evaluation.positives, right: evaluation.right, wrong: evaluation.wrong,
      abstained: evaluation.abstained, rightAtFirst: evaluation.rightAtFirst,
      negatives: evaluation.negatives, placedNegatives: evaluation.placedNegatives,
      leftOut: others.isEmpty ? nil : GeocodeEvaluation.LeftOut(answers, others: others),
      reliability: evaluation.reliability.filter { $0.answers > 0 }.map {
        Report.Decile(
          from: $0.from, answers: $0.answers, right: $0.right,
          confidence: $0.confidence.rounded(to: 3))
      },
      mistakes: answers.filter { !$0.truth.isMet(by: $0.answer) }.map { truth, answer in
        Report.Mistake(
          query: truth.query, expected: truth.expected, place: answer.place,
          confidence: answer.confidence, reason: answer.reason?.rawValue,
          candidates: answer.candidates.map(\.place))
      })
  }
}
