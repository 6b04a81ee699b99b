import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab evaluate geocode`: the answers of a gazetteer held against labeled venue texts.
struct GeocodeEvaluator: Sendable {
  private let matchers: [String: GazetteerMatcher]
  /// What loading noticed.
  let findings: [Finding]

  /// - Parameter gazetteers: bytes of GeoJSON files by campus; one alone may have no campus ("").
  /// - Throws: `ConfigurationError` for a file that is no gazetteer.
  init(gazetteers: [String: [UInt8]]) throws {
    (matchers, findings) = try GazetteerArguments.matchers(of: gazetteers)
  }

  /// Takes truths as NDJSON (`{"campus", "query", "expected_id", "accept"}`, `expected_id` null where
  /// nothing may be placed) and gives one JSON object: by campus the counts, those at the threshold
  /// fitted on the other campuses (`leftOut`), the reliability of the confidence, and every mistake. Texts of campuses without a gazetteer are left out.
  ///
  /// - Throws: `RecordFilterError` where no line is a truth.
  func evaluate(_ truths: [UInt8]) throws -> (json: [UInt8], findings: [Finding]) {
    var findings: [Finding] = []
    var byCampus: [String: [GeocodeEvaluation.Truth]] = [:]
    var skipped: [String: Int] = [:]
    let lines = truths.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      do {
        let truth = try JSONDecoder().decode(GeocodeEvaluation.Truth.self, from: Data(line))
        let campus = matchers[""] == nil ? truth.campus : ""
        if matchers[campus] == nil {
          skipped[truth.campus, default: 0] += 1
        } else {
          byCampus[campus, default: []].append(truth)
        }
      } catch {
        findings.append(
          Finding(
            "Q_RECORD", message: "the line is no labeled venue text; it was left out",
            line: number + 1))
      }
    }
    guard !byCampus.isEmpty || !skipped.isEmpty else { throw RecordFilterError() }
    for (campus, count) in skipped.sorted(by: { $0.key < $1.key }) {
      findings.append(
        Finding(
          "W_GAZETTEER_MISSING", severity: .warning, subject: campus,
          message: "\(String(counting: count, "text")) of campus '\(campus)' left out; add "
            + "--gazetteer \(campus)=FILE"))
    }
    var json = JSONWriter()
    json.beginObject()
    let answered = byCampus.sorted { $0.key < $1.key }.map { campus, truths in
      let answers = truths.compactMap { truth in
        matchers[campus].map { matcher in
          (truth: truth, answer: matcher.place(VenueQuery(campus: campus, text: truth.query)))
        }
      }
      return (campus: campus, answers: answers)
    }
    for (campus, answers) in answered {
      let others = answered.filter { $0.campus != campus }.flatMap(\.answers)
      json.key(campus.isEmpty ? "all" : campus)
      write(answers, others, to: &json)
    }
    json.endObject()
    json.endLine()
    return (json.bytes, findings)
  }

  private typealias Answers = [(truth: GeocodeEvaluation.Truth, answer: Placement)]

  private func write(_ answers: Answers, _ others: Answers, to json: inout JSONWriter) {
    let evaluation = GeocodeEvaluation(answers.map(\.truth), answers: answers.map(\.answer))
    json.beginObject()
    json.member("positives", evaluation.positives)
    json.member("right", evaluation.right)
    json.member("wrong", evaluation.wrong)
    json.member("abstained", evaluation.abstained)
    json.member("rightAtFirst", evaluation.rightAtFirst)
    json.member("negatives", evaluation.negatives)
    json.member("placedNegatives", evaluation.placedNegatives)
    if !others.isEmpty {
      let leftOut = GeocodeEvaluation.LeftOut(answers, others: others)
      json.key("leftOut")
      json.beginObject()
      json.key("threshold")
      json.number(leftOut.threshold, decimals: 2)
      json.member("right", leftOut.right)
      json.member("wrong", leftOut.wrong)
      json.member("placedNegatives", leftOut.placedNegatives)
      json.endObject()
    }
    json.key("reliability")
    json.beginArray()
    for decile in evaluation.reliability where decile.answers > 0 {
      json.beginObject()
      json.member("from", decile.from)
      json.member("answers", decile.answers)
      json.member("right", decile.right)
      json.key("confidence")
      json.number(decile.confidence, decimals: 3)
      json.endObject()
    }
    json.endArray()
    json.key("mistakes")
    json.beginArray()
    for (truth, answer) in answers where !truth.isMet(by: answer) {
      json.beginObject()
      json.member("query", truth.query)
      json.member("expected", truth.expected)
      json.member("place", answer.place)
      json.member("confidence", answer.confidence)
      json.member("reason", answer.reason?.rawValue)
      json.member("candidates", answer.candidates.map(\.place))
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}
