import AlmanacTestSupport
import Foundation
import Testing

/// Tests the way from an empty folder to a published campus as a new user goes it.
@Suite("A new campus from an empty folder") struct FirstCampusTests {
  /// A working folder that counts its commands.
  private final class Newcomer {
    let folder: TemporaryFolder
    private(set) var commands = 0

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    func type(_ arguments: String...) throws -> String {
      commands += 1
      let answer = try Program.run(Program.almanac, arguments, in: folder.url)
      #expect(answer.code == 0, "almanac \(arguments): \(answer.output)\(answer.errors)")
      return answer.output
    }

    /// The published features of events.
    func features() throws -> [[String: Any]] {
      let file = folder.url.appending(path: "output/latest/geojson/events.geojson")
      let value = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      return try #require((value as? [String: Any])?["features"] as? [[String: Any]])
    }
  }

  /// A gazetteer that contains only these places.
  private static func gazetteer(_ id: String, _ places: [(name: String, lon: Double, lat: Double)])
    -> String
  {
    let features = places.map { place in
      let id = place.name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      return """
        {"type": "Feature", "id": "\(id)", "properties": {"name": "\(place.name)"},
         "geometry": {"type": "Point", "coordinates": [\(place.lon), \(place.lat)]}}
        """
    }
    return """
      {"type": "FeatureCollection", "name": "\(id)", "features": [\(features.joined(separator: ","))]}
      """
  }

  @Test("Six commands publish a feed with five places")
  func sample() throws {
    let newcomer = try Newcomer()
    try newcomer.type(
      "init", "--id", "ridge", "--name", "Ridge", "--timezone", "Asia/Singapore", "--point",
      "1.2966,103.7764")
    try newcomer.folder.write(
      Self.gazetteer(
        "ridge",
        [
          ("COM1", 103.7739, 1.2950), ("COM2", 103.7741, 1.2943), ("COM3", 103.7745, 1.2947),
          ("University Hall", 103.7777, 1.2971), ("University Cultural Centre", 103.7720, 1.3018),
        ]), to: "config/gazetteer/ridge.geojson")
    let feed = try ProjectFiles.text("feeds/computing/sample.ics")
    try newcomer.folder.write(feed, to: "computing.ics")
    try newcomer.type("add", "computing.ics", "--id", "computing")
    try newcomer.type("check")
    let now = "2026-03-02T12:00:00Z"
    try newcomer.type("run", "--now", now)
    let found = try newcomer.type("query", "seminar", "--now", now, "--json")
    #expect(found.contains("Computer Science Research Seminar"))
    try newcomer.type("status", "--now", now)
    #expect(newcomer.commands < 10)
    let features = try newcomer.features()
    #expect(features.count > 8)
    #expect(features.count { $0["geometry"] is [String: Any] } > 4)
  }
}
