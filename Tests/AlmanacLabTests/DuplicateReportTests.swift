import Foundation
import Testing

@testable import almanac_lab

@Suite struct DuplicateReportTests {
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
      truth: Array("id,cluster\r\n\"a,1\",x\r\n\"a \"\"2\"\"\",x\r\n".utf8),
      pairs: Array("id,id,label,kind\n\"a,1\",\"a \"\"2\"\"\",1,\"slip, small\"\n".utf8))
    let report = await DuplicateReport(of: records, workers: 1)
    #expect(report.pairwise?.f1 == 1)
    #expect(report.labeledPairs?.recall == 1)
    #expect(report.samePairsMerged?["slip, small"]?.of == 1)
    #expect(report.campuses?.map(\.campus) == ["hill"])
  }
}
