import AlmanacModel
import AlmanacRefine
import AlmanacTestSupport
import Foundation
import Testing

@testable import almanac_lab

/// Four invented campuses with other conventions than those that the rules were found on: Spanish names
/// with the type in front, romanized Japanese ones with numbered wings, British ones with addresses,
/// Indian ones with acronyms and hostels.
///
/// The right places were set before the first answer was seen. `almanac-lab evaluate geocode` lists the
/// mistakes.
@Suite struct InventedCampusTests {
  @Test(
    "Texts of a campus with other conventions are placed rightly or hardly ever wrongly",
    arguments: ["valdoro", "hoshikawa", "thornbury", "vindhya"])
  func campus(name: String) throws {
    let truths = try Self.truths().filter { $0.campus == name }
    let evaluation = try Self.evaluate(name, truths)
    #expect(evaluation.right * 100 >= evaluation.positives * 85, "\(evaluation)")
    #expect(evaluation.wrong == 0, "\(evaluation)")
    // Branches and namesakes in other towns, which a gazetteer without towns cannot exclude.
    #expect(evaluation.placedNegatives <= 1, "\(evaluation)")
  }

  private static func truths() throws -> [GeocodeEvaluation.Truth] {
    let text = try ProjectFiles.text("Tests/Campuses/truth.jsonl")
    return try LabFiles.records(in: Array(text.utf8)) { try GeocodeEvaluation.Truth($1) }.records
  }

  private static func evaluate(
    _ campus: String, _ truths: [GeocodeEvaluation.Truth]
  ) throws -> GeocodeEvaluation {
    let bytes = [UInt8](try ProjectFiles.text("Tests/Campuses/\(campus).geojson").utf8)
    let matcher = GazetteerMatcher(try #require(GazetteerReader.read(bytes).0))
    return GeocodeEvaluation(truths.map { $0.answer(of: matcher) })
  }
}
