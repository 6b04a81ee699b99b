import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import AlmanacTestSupport
import Foundation
import Testing

@testable import almanac_lab

@Suite struct CategoryEvaluationTests {
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

  /// With a learner, which several tests use.
  private static let learned = Result {
    let folder = try TemporaryFolder()
    return try CategoryLabels(TaxonomyLoader.taxonomy(of: write(to: folder)), labels: labels)
  }

  @Test("The text alone is scored by hash and by feed, and the publisher's categories are scored")
  func evaluate() async throws {
    let labels = try Self.learned.get()
    let report = try await CategoryEvaluation(labels)
    #expect(labels.findings.isEmpty && report.events == 20)
    for score in [report.byHash, report.byFeed, report.publisherVisible] {
      #expect(score.macroF1 == 1)
    }
    #expect(report.byFeed.abstaining.count == 6 && !report.byFeed.reliability.isEmpty)
    #expect(report.byCampus == nil)
    let placed = Array(
      String(decoding: Self.labels, as: UTF8.self)
        .replacing("\"feed\"", with: "\"campus\": \"hill\", \"feed\"").utf8)
    let campuses = try CategoryLabels(labels.taxonomy, labels: placed)
    #expect(try await CategoryEvaluation(campuses).byCampusAdapted != nil)
  }

  @Test("Invalid labels are reported and omitted; a file of only such lines is an error")
  func leftOut() throws {
    let taxonomy = try Self.learned.get().taxonomy
    let more = Self.labels + Array("7\n{\"title\": \"X\", \"label\": \"Nonsense\"}\n".utf8)
    let findings = try CategoryLabels(taxonomy, labels: more).findings
    #expect(findings.map(\.code) == ["Q_RECORD", "W_CATEGORY_UNKNOWN"])
    #expect(throws: RecordFilterError.self) {
      try CategoryLabels(taxonomy, labels: Array("x\n".utf8))
    }
  }

  @Test("Training is deterministic, and a filter uses the trained model")
  func train() async throws {
    let labels = try Self.learned.get()
    let model = labels.learner.model()
    let again = try CategoryLabels(labels.taxonomy, labels: Self.labels).learner.model()
    #expect(again.bytes == model.bytes)
    let facts = CategoryTraining(of: model, labels)
    #expect(facts.labels.events == 20 && facts.macroF1["byFeed"] == 1)
    let concert = Array("{\"title\": \"Concert\"}\n".utf8)
    let keywords = try await CategorizeFilter(taxonomy: taxonomy).run(concert)
    #expect(keywords.findings.map(\.code) == ["W_CATEGORY_MODEL"], "there is no model yet")
    try Data(model.bytes).write(to: folder.url.appending(path: "categories.model"))
    let filter = try CategorizeFilter(taxonomy: taxonomy)
    let read = try await filter.run(concert)
    #expect(read.findings.isEmpty)
    let answer = try JSONValue(parsing: read.lines)
    #expect(answer["category"]?.string == "arts")
    #expect(answer["reason"]?.string == "words: concert (title)")
  }

  @Test("A model of other categories is not used and gives a finding")
  func otherCategories() async throws {
    try Data(Self.learned.get().learner.model().bytes).write(
      to: folder.url.appending(path: "categories.model"))
    try folder.write(
      "categories: [{id: music, name: Music}]\nmodel: categories.model\n", to: "categories.yaml")
    let result = try await CategorizeFilter(taxonomy: taxonomy).run(
      Array("{\"title\": \"Concert\"}\n".utf8))
    #expect(result.findings.map(\.code) == ["W_CATEGORY_MODEL"])
  }
}
