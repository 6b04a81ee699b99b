import AlmanacModel
import AlmanacPipeline
import Testing

@testable import almanac_lab

@Suite struct GeocodeEvaluatorTests {
  private static let gazetteer = Array(
    #"{"name": "hill", "features": [{"id": "hall", "properties": {"name": "Marston Hall"}}]}"#.utf8)

  private func evaluate(_ truths: String, campus: String = "hill") throws -> (
    JSONValue, [FindingCode]
  ) {
    let (matchers, _) = try GazetteerArguments.matchers(of: [campus: Self.gazetteer])
    let result = try GeocodeEvaluation.evaluate(Array(truths.utf8), matchers)
    return (try JSONValue(parsing: LabFiles.line(of: result.reports)), result.findings.map(\.code))
  }

  private let truths = """
    {"campus": "hill", "query": "Marston Hall", "expected_id": "hall", "accept": []}
    {"campus": "hill", "query": "Room 9", "expected_id": "hall"}
    {"campus": "hill", "query": "Marston Hall, Level 2", "expected_id": null}

    """

  @Test("Counts, reliability and mistakes are reported by campus")
  func report() throws {
    let (json, findings) = try evaluate(truths)
    #expect(findings.isEmpty)
    let hill = try #require(json["hill"])
    let counts = ["positives", "right", "wrong", "abstained", "negatives", "placedNegatives"]
    #expect(counts.map { hill[$0]?.double } == [2, 1, 0, 1, 1, 1])
    let decile = try #require(hill["reliability"]?.array?.first)
    #expect(decile["from"]?.double == 0.9)
    #expect(decile["answers"]?.double == 2)
    #expect(decile["right"]?.double == 1)
    let mistakes = try #require(hill["mistakes"]?.array)
    #expect(mistakes.map { $0["query"]?.string } == ["Room 9", "Marston Hall, Level 2"])
    #expect(mistakes.last?["place"]?.string == "hall")
  }

  @Test("A gazetteer without a campus is used for all campuses")
  func forAll() throws {
    #expect(try evaluate(truths, campus: "").0["all"]?["positives"]?.double == 2)
  }

  @Test(
    "Texts of a campus without a gazetteer, and invalid lines, are reported and omitted")
  func leftOut() throws {
    let (json, findings) = try evaluate("\(truths)7\n{\"campus\": \"dale\", \"query\": \"X\"}\n")
    #expect(json["hill"]?["positives"]?.double == 2)
    #expect(findings == ["Q_RECORD", "W_GAZETTEER_MISSING"])
  }

  @Test("Input without labeled texts is an error")
  func nothing() throws {
    #expect(throws: RecordFilterError.self) { try evaluate("x\n") }
    #expect(throws: ConfigurationError.self) { try GazetteerArguments.matchers(of: ["": [0x7B]]) }
  }
}
