import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Compares 2,521 feeds with the expectations of other readers' authors and with two peers where
/// they agree. Deliberate differences are listed in FeedDifferences.md; all others count.
@Suite(.enabled(if: SharedFiles.exists("corpora/conformance"), "\(SharedFiles.absent)"))
struct FeedConformanceTests {
  private static let folder = "corpora/conformance/feeds/"

  private static func cases(_ name: String) throws -> [[String: Any]] {
    let bytes = try SharedFiles.bytes(folder + name + ".jsonl")
    return try bytes.split(separator: 0x0A).compactMap {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
  }

  static func read(
    _ file: String, base: String? = nil, headers: [String: String] = [:]
  ) throws -> ParsedFeed {
    var context = ReadingContext(baseURL: base)
    if let base {
      var capture = Capture(
        source: "case", sha256: "", byteCount: 0, fetchedAt: Instant(secondsSinceEpoch: 0),
        origin: base)
      capture.contentType = headers["content-type"]
      capture.contentLanguage = headers["content-language"]
      capture.contentLocation = headers["content-location"]
      context.take(capture, of: Source(id: "case", campus: "", location: .url(base)))
    }
    return FeedReader.read(try SharedFiles.bytes(folder + file), context: context)
  }

  /// Reads a case with its address and headers.
  private static func answer(
    _ file: String, _ line: [String: Any]
  ) throws -> (record: [String: Any], isGiven: Bool) {
    let feed = try read(
      file, base: line["base_url"] as? String,
      headers: line["headers"] as? [String: String] ?? [:])
    return (NeutralRecord.feed(feed), !feed.document.isRefused)
  }

  /// The scores of a set with and without the listed differences.
  private struct Scores {
    var plain = ConformanceScore()
    var meant: ConformanceScore
    let deliberate: DeliberateDifferences

    init(_ set: String) throws {
      deliberate = try DeliberateDifferences.of(set)
      meant = ConformanceScore(deliberate: deliberate.places)
    }

    mutating func judge(
      _ file: String, isAnswered: Bool, _ judgement: (inout ConformanceScore) -> Void
    ) {
      plain.judge(file, isAnswered: isAnswered, judgement)
      meant.judge(file, isAnswered: isAnswered, judgement)
    }

    /// Checks that every difference is listed, and that every listed case differs.
    func expectListed() {
      let unmeant = meant.unmeant.prefix(200).joined(separator: "\n")
      #expect(meant.unmeant.isEmpty, "\(unmeant)")
      for (place, count) in deliberate.counts where meant.misses[place] != count {
        Issue.record(
          """
          \(place.file) \(place.field): \(meant.misses[place] ?? 0) for \(count); correct the row \
          in FeedDifferences.md
          """)
      }
    }
  }

  private func scores(
    _ set: String, _ judge: (inout Scores, [String: Any]) throws -> Void
  ) throws -> Scores {
    var scores = try Scores(set)
    for line in try Self.cases(set) { try judge(&scores, line) }
    return scores
  }

  private func judgeRecord(_ scores: inout Scores, _ line: [String: Any]) throws {
    let path = try #require(line["file"] as? String)
    let answer = try Self.answer(path, line)
    let expected = line["expected"] as? [String: Any] ?? line
    let file = String(path.dropFirst("files/".count))
    scores.judge(file, isAnswered: answer.isGiven) { $0.record(file, expected, answer.record) }
  }

  private func judgeAssertions(_ scores: inout Scores, _ line: [String: Any]) throws {
    let path = try #require(line["file"] as? String)
    let asserts = (line["asserts"] as? [[String: Any]] ?? []).filter {
      guard let last = ($0["neutral"] as? [Any])?.last else { return false }
      return (last as? String)?.hasSuffix("_html") != true
    }
    guard !asserts.isEmpty else { return }
    let answer = try Self.answer(path, line)
    let file = String(path.dropFirst("files/".count))
    scores.judge(file, isAnswered: answer.isGiven) { score in
      for assert in asserts {
        let path = assert["neutral"] as? [Any] ?? []
        let name = path.compactMap { $0 as? String }.joined(separator: ".")
        score.field(file, name, assert["value"], Self.asserted(at: path, in: answer.record))
      }
    }
  }

  /// The author in feedparser's form: `name (address)`.
  private static func asserted(at path: [Any], in answer: Any) -> Any? {
    let value = value(at: path, in: answer)
    guard path.last as? String == "author", let name = value as? String,
      let address = self.value(at: path.dropLast() + ["author_email"], in: answer) as? String
    else { return value }
    return "\(name) (\(address))"
  }

  private static func value(at path: [Any], in answer: Any) -> Any? {
    path.reduce(answer as Any?) { value, step in
      if let name = step as? String { return (value as? [String: Any])?[name] }
      guard let index = step as? Int, let list = value as? [Any], list.indices.contains(index)
      else { return nil }
      return list[index]
    }
  }

  @Test(
    "Results on which two other readers agree are the same here, except for the listed differences")
  func records() throws {
    let scores = try scores("records", judgeRecord)
    #expect(scores.plain.cases.all == 2521)
    #expect(scores.plain.rightValues >= 0.994)
    #expect(scores.plain.rightCases >= 0.981)
    scores.expectListed()
  }

  @Test(
    "Results are those that other readers' authors expect, except for the listed differences",
    arguments: [
      ("gofeed_expected", 0.99, 0.98), ("feedrs_expected", 1, 1),
      ("feedparser_assertions", 0.982, 0.982),
    ])
  func authored(set: String, values: Double, cases: Double) throws {
    let scores = try scores(set, set == "feedparser_assertions" ? judgeAssertions : judgeRecord)
    #expect(scores.plain.rightValues >= values)
    #expect(scores.plain.rightCases >= cases)
    scores.expectListed()
  }
}

extension ConformanceScore {
  fileprivate var rightValues: Double { Double(values.right) / Double(values.all) }
  fileprivate var rightCases: Double { Double(cases.right) / Double(cases.all) }
}
