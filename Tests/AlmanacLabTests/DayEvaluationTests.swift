import AlmanacModel
import AlmanacTestSupport
import Testing

@testable import almanac_lab

@Suite struct DayEvaluationTests {
  private let day =
    #"{"events":[{"lower":0,"upper":30,"duration":30},{"lower":20,"upper":50,"#
    + #""duration":20}],"travel":[[0,5],[5,0]],"feasible":"#

  @Test("Equal verdicts are counted, and the first different one is reported with its line")
  func counts() throws {
    let text = "\(day)false}\n\n\(day)true}\n\(day)true}\n"
    let evaluation = try DayEvaluation.evaluate(Array(text.utf8)).report
    #expect(evaluation.days == 3)
    #expect(evaluation.equal == 1)
    #expect(evaluation.firstDifference?.line == 3)
    #expect(evaluation.firstDifference?.labeled == true)
    #expect(evaluation.firstDifference?.found == false)
  }

  @Test(
    "An invalid line is reported with its missing member, and omitted",
    arguments: [
      ("{}", "'events'"), ("[1", "line"), (#"{"events":[{"lower":1}],"feasible":true}"#, "'upper'"),
      (#"{"events":[{"lower":1,"upper":2,"duration":1}],"travel":[],"feasible":true}"#, "1 rows"),
      (#"{"events":[],"travel":[]}"#, "'feasible'"),
    ])
  func namesBadLines(line: String, word: String) throws {
    let (report, findings) = try DayEvaluation.evaluate(Array("\n\(line)\n\(day)false}".utf8))
    #expect(report.days == 1)
    #expect(findings.map(\.line) == [2])
    #expect(findings.first?.message.contains(word) == true, "\(findings)")
  }

  @Test(
    "Every labeled day has its verdict",
    .enabled(if: SharedFiles.exists("corpora/agenda/feasibility.ndjson"), "\(SharedFiles.absent)"))
  func labeledDays() throws {
    let bytes = try SharedFiles.bytes("corpora/agenda/feasibility.ndjson")
    let evaluation = try DayEvaluation.evaluate(bytes).report
    #expect(evaluation.days > 500)
    #expect(evaluation.equal == evaluation.days, "\(evaluation)")
    #expect(evaluation.firstDifference == nil)
  }
}
