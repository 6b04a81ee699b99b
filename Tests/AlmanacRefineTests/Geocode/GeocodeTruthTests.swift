import AlmanacModel
import Foundation
import Testing

@testable import AlmanacRefine

/// Real venue texts with the places people found for them; they stay outside the project.
@Suite struct GeocodeTruthTests {
  @Test(
    "real venue texts are placed rightly or not at all",
    .enabled(if: SharedData.exists, "the shared corpora are not beside the package"),
    arguments: [
      Goal(campus: "nus", right: 0.97, placedNegatives: 1),
      Goal(campus: "utoronto", right: 0.91, placedNegatives: 1),
    ])
  func truth(goal: Goal) throws {
    let evaluation = try SharedData.evaluate(goal.campus, SharedData.gazetteer(goal.campus))
    let share = Double(evaluation.right) / Double(max(evaluation.positives, 1))
    #expect(share >= goal.right, "\(evaluation)")
    #expect(evaluation.placedNegatives <= goal.placedNegatives, "\(evaluation)")
    let sure = evaluation.reliability[9]
    #expect(sure.right * 100 >= sure.answers * 98, "\(evaluation)")
  }

  @Test(
    "the project's own gazetteer reaches the same on the demonstration campus",
    .enabled(if: SharedData.exists, "the shared corpora are not beside the package"),
    .enabled(if: SharedData.hasOwnGazetteer, "config/gazetteer/nus.geojson is not there yet"))
  func ownGazetteer() throws {
    let evaluation = try SharedData.evaluate("nus", SharedData.gazetteer(at: SharedData.own))
    #expect(evaluation.right * 100 >= evaluation.positives * 97, "\(evaluation)")
    #expect(evaluation.placedNegatives <= 1, "\(evaluation)")
    let sure = evaluation.reliability[9]
    #expect(sure.right * 100 >= sure.answers * 98, "\(evaluation)")
  }

  @Test(
    "the first candidate is right where the data of the place has what is asked for",
    .enabled(if: SharedData.exists, "the shared corpora are not beside the package"))
  func candidates() throws {
    let evaluation = try SharedData.evaluate("tum", SharedData.gazetteer("tum"))
    #expect(evaluation.rightAtFirst >= 15, "\(evaluation)")
  }

  struct Goal: Sendable, CustomTestStringConvertible {
    let campus: String
    let right: Double
    let placedNegatives: Int
    var testDescription: String { campus }
  }
}

enum SharedData {
  static let directory: URL = {
    if let path = ProcessInfo.processInfo.environment["ALMANAC_SHARED"] {
      return URL(filePath: path)
    }
    return packageRoot.deletingLastPathComponent().appending(path: "shared")
  }()

  static let packageRoot = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static var exists: Bool {
    FileManager.default.fileExists(
      atPath: directory.appending(path: "corpora/venues/truth.open.jsonl").path)
  }

  static let own = packageRoot.appending(path: "config/gazetteer/nus.geojson")

  static var hasOwnGazetteer: Bool { FileManager.default.fileExists(atPath: own.path) }

  static func gazetteer(_ name: String) throws -> Gazetteer {
    let file = directory.appending(path: "data/gazetteers/\(name).geojson")
    return try gazetteer(at: file)
  }

  static func gazetteer(at file: URL) throws -> Gazetteer {
    let (gazetteer, _) = GazetteerReader.read([UInt8](try Data(contentsOf: file)))
    return try #require(gazetteer)
  }

  static func truths(_ campus: String) throws -> [GeocodeEvaluation.Truth] {
    let file = directory.appending(path: "corpora/venues/truth.open.jsonl")
    let text = try String(contentsOf: file, encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(GeocodeEvaluation.Truth.self, from: Data($0.utf8))
    }.filter { $0.campus == campus }
  }

  static func evaluate(_ campus: String, _ gazetteer: Gazetteer) throws -> GeocodeEvaluation {
    let matcher = GazetteerMatcher(gazetteer)
    let truths = try truths(campus)
    let answers = truths.map { matcher.place(VenueQuery(campus: campus, text: $0.query)) }
    return GeocodeEvaluation(truths, answers: answers)
  }
}
