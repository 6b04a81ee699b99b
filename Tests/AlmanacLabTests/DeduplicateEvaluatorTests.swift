import AlmanacModel
import AlmanacPipeline
import Foundation
import Testing

@testable import almanac_lab

@Suite struct DeduplicateEvaluatorTests {
  @Test("Labels are read from CSV with quoted ids, commas, quotes and both line endings")
  func quotedLabels() async throws {
    let ids = ["a,1", "a \"2\""]
    let lines = zip(ids, ["p", "q"]).map { id, source in
      let json = id.replacing("\"", with: "\\\"")
      return
        #"{"id":"\#(json)","source":"\#(source)/hill","title":"Kiln Opening with Raku Firing","#
        + #""start":"2026-03-10T19:00","venue":"Kiln House"}"#
    }
    let records = LabeledRecords(
      Array(lines.joined(separator: "\n").utf8),
      truth: "id,cluster\r\n\"a,1\",x\r\n\"a \"\"2\"\"\",x\r\n", hardNegatives: nil,
      pairs: "id,id,label,kind\n\"a,1\",\"a \"\"2\"\"\",1,\"slip, small\"\n")
    let json = await DeduplicateEvaluator(records, workers: 1).report()
    #expect(json["pairwise"]?["f1"]?.double == 1)
    #expect(json["labeledPairs"]?["recall"]?.double == 1)
    #expect(json["samePairsMerged"]?["slip, small"]?["of"]?.double == 1)
    #expect(json["campuses"]?.array?.map { $0["campus"]?.string } == ["hill"])
  }
}
