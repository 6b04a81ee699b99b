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
    let evaluation = try DayEvaluation(ndjson: Array(text.utf8))
    #expect(evaluation.days == 3)
    #expect(evaluation.equal == 1)
    #expect(evaluation.firstDifference?.line == 3)
    #expect(evaluation.firstDifference?.labeled == true)
    #expect(evaluation.firstDifference?.found == false)
  }

  @Test(
    "The error of an invalid line names the missing member",
    arguments: [
      ("{}", "'events'"), ("[1", "line"), (#"{"events":[{"lower":1}],"feasible":true}"#, "'upper'"),
      (#"{"events":[{"lower":1,"upper":2,"duration":1}],"travel":[],"feasible":true}"#, "1 rows"),
      (#"{"events":[],"travel":[]}"#, "'feasible'"),
    ])
  func namesBadLines(line: String, word: String) {
    do throws(DayEvaluation.InvalidLine) {
      _ = try DayEvaluation(ndjson: Array("\n\(line)".utf8))
      Issue.record("\(line) was accepted")
    } catch {
      #expect(error.line == 2)
      #expect(error.reason.contains(word))
    }
  }

  @Test(
    "Every labeled day has its verdict",
    .enabled(if: SharedFiles.exists("corpora/agenda/feasibility.ndjson"), "\(SharedFiles.absent)"))
  func labeledDays() throws {
    let bytes = try SharedFiles.bytes("corpora/agenda/feasibility.ndjson")
    let evaluation = try DayEvaluation(ndjson: bytes)
    #expect(evaluation.days > 500)
    #expect(evaluation.equal == evaluation.days, "\(evaluation)")
    #expect(evaluation.firstDifference == nil)
  }
}
