import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

@testable import almanac_lab

@Suite struct CategoryEvaluatorTests {
  private let folder: TemporaryFolder
  private let taxonomy: URL

  init() throws {
    folder = try TemporaryFolder()
    taxonomy = try Self.write(to: folder)
  }

  private static func write(to folder: TemporaryFolder) throws -> URL {
    try folder.write(
      """
      categories: [{id: arts, name: Arts}, {id: others, name: Others}]
      model: categories.model
      publisher: {gig: arts}
      keywords: {arts: [{concert: 4}]}

      """, to: "categories.yaml")
    return folder.url.appending(path: "categories.yaml")
  }

  private static let labels = Array(
    (0..<10).map { number in
      """
      {"id": "a\(number)", "feed": "f\(number)", "title": "Concert \(number)", "label": "Arts", \
      "publisher_category": "Gig; Rock &amp; Pop"}
      {"id": "o\(number)", "feed": "f\(number)", "title": "Meeting \(number)", "label": "others"}

      """
    }.joined().utf8)

  /// The result of training, which several tests use.
  private static let training = Result {
    let folder = try TemporaryFolder()
    return try CategoryTraining(taxonomy: write(to: folder), labels: labels)
  }

  @Test("The text alone is scored by hash and by feed, and the publisher's categories are scored")
  func evaluate() async throws {
    let evaluator = try CategoryEvaluator(taxonomy: taxonomy)
    let (report, findings) = try await evaluator.evaluate(Self.labels)
    #expect(findings.isEmpty)
    let json = try JSONValue(parsing: LabFiles.line(of: report))
    #expect(json["events"]?.double == 20)
    for name in ["byHash", "byFeed", "publisherVisible"] {
      #expect(json[name]?["macroF1"]?.double == 1)
    }
    #expect(json["byFeed"]?["abstaining"]?.array?.count == 6)
    #expect(json["byFeed"]?["reliability"]?.array?.isEmpty == false)
    #expect(report.byCampus == nil)
    let placed = Array(
      String(decoding: Self.labels, as: UTF8.self)
        .replacing("\"feed\"", with: "\"campus\": \"hill\", \"feed\"").utf8)
    #expect(try await evaluator.evaluate(placed).report.byCampusAdapted != nil)
    let hidden = try await evaluator.evaluate(Self.labels, hidesPublisher: true)
    #expect(hidden.report.publisherVisible == nil)
  }

  @Test("Invalid labels are reported and omitted; a file of only such lines is an error")
  func leftOut() async throws {
    let evaluator = try CategoryEvaluator(taxonomy: taxonomy)
    let more = Self.labels + Array("7\n{\"title\": \"X\", \"label\": \"Nonsense\"}\n".utf8)
    let findings = try await evaluator.evaluate(more).findings
    #expect(findings.map(\.code) == ["Q_RECORD", "W_CATEGORY_UNKNOWN"])
    await #expect(throws: RecordFilterError.self) {
      try await evaluator.evaluate(Array("x\n".utf8))
    }
  }

  @Test("Training is deterministic, and a filter uses the trained model")
  func train() async throws {
    let training = try Self.training.get()
    let again = try CategoryTraining(taxonomy: taxonomy, labels: Self.labels)
    #expect(again.model == training.model)
    let facts = try JSONValue(parsing: LabFiles.line(of: training.facts))
    #expect(facts["labels"]?["events"]?.double == 20)
    #expect(facts["macroF1"]?["byFeed"]?.double == 1)
    let concert = Array("{\"title\": \"Concert\"}\n".utf8)
    let keywords = try await CategorizeFilter(taxonomy: taxonomy).run(concert)
    #expect(keywords.findings.map(\.code) == ["W_CATEGORY_MODEL"], "there is no model yet")
    try Data(training.model).write(to: folder.url.appending(path: "categories.model"))
    let filter = try CategorizeFilter(taxonomy: taxonomy)
    let read = try await filter.run(concert)
    #expect(read.findings.isEmpty)
    let answer = try JSONValue(parsing: read.lines)
    #expect(answer["category"]?.string == "arts")
    #expect(answer["reason"]?.string == "words: concert (title)")
  }

  @Test("A model of other categories is not used and gives a finding")
  func otherCategories() async throws {
    let training = try Self.training.get()
    try Data(training.model).write(to: folder.url.appending(path: "categories.model"))
    try folder.write(
      "categories: [{id: music, name: Music}]\nmodel: categories.model\n", to: "categories.yaml")
    let result = try await CategorizeFilter(taxonomy: taxonomy).run(
      Array("{\"title\": \"Concert\"}\n".utf8))
    #expect(result.findings.map(\.code) == ["W_CATEGORY_MODEL"])
  }
}
