import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacIngest

/// Compares fields of JSON Feeds on which two readings of the specification agree.
@Suite(.enabled(if: SharedFiles.exists("corpora/conformance"), "\(SharedFiles.absent)"))
struct JSONFeedConformanceTests {
  @Test("Every field of every JSON Feed is read, and other documents are rejected")
  func records() throws {
    let folder = "corpora/conformance/jsonfeed/"
    let deliberate = try DeliberateDifferences.of("jsonfeed")
    var score = ConformanceScore(deliberate: deliberate.places)
    for line in try SharedFiles.bytes(folder + "records.jsonl").split(separator: 0x0A) {
      let expected = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let file = try #require(expected["file"] as? String)
      let feed = FeedReader.read(
        try SharedFiles.bytes(folder + file), context: ReadingContext())
      guard expected["ok"] as? Bool == true else {
        #expect(feed.document.isRefused, "\(file)")
        continue
      }
      score.judge(file, isAnswered: !feed.document.isRefused) { score in
        score.record(file, expected, NeutralRecord.feed(feed))
      }
    }
    #expect(score.cases.all == 6)
    let unmeant = score.unmeant.joined(separator: "\n")
    #expect(score.unmeant.isEmpty, "\(unmeant)")
    #expect(score.misses == deliberate.counts)
  }
}
