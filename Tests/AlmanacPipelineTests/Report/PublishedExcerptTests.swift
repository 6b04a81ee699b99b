import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("parts of published files") struct PublishedExcerptTests {
  /// Files as they are published: sorted by event, some with several components.
  private struct Files {
    let folder: URL
    var events: [(id: String, feature: String, components: String)] = []

    init(_ ids: [String]) throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "almanac-excerpt-\(UUID().uuidString)")
      for (number, id) in ids.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        .enumerated()
      {
        let uids: [String] =
          switch number % 4 {
          case 0: [id]
          case 1: ["\(id)-20260303", "\(id)-20260310T193000"]
          case 2: [id, id, "\(id)-20260401"]
          default: ["\(id)-20260303"]
          }
        let filler = String(repeating: "text of some length ", count: number * 7 % 23)
        events.append(
          (
            id,
            #"{"type":"Feature","id":"\#(id)","geometry":null,"properties":{"x":"\#(filler)"}}"#,
            uids.map { Self.component(uid: $0 + "@events.hill.example", filler) }.joined()
          ))
      }
      for name in ["geojson", "calendars"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      try Data(geoJSON(events.map(\.feature)).utf8).write(
        to: folder.appending(path: "geojson/events.geojson"))
      try Data(calendar(events.map(\.components)).utf8).write(
        to: folder.appending(path: "calendars/all.ics"))
    }

    /// Folded as RFC 5545 wants it, also within the UID.
    private static func component(uid: String, _ filler: String) -> String {
      let line = "UID:\(uid)"
      let folded = line.count <= 75 ? line : line.prefix(75) + "\r\n " + line.dropFirst(75)
      return "BEGIN:VEVENT\r\n\(folded)\r\nDTSTAMP:20260302T180000Z\r\n"
        + "DESCRIPTION:\(filler.prefix(60))\r\n BEGIN:VEVENT\r\nEND:VEVENT\r\n"
    }

    func geoJSON(_ features: [String]) -> String {
      "{\"type\":\"FeatureCollection\",\"attribution\":[\"A\"],\"features\":[\n"
        + features.joined(separator: ",\n") + "\n]}\n"
    }

    func calendar(_ components: [String]) -> String {
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nEND:VTIMEZONE\r\n"
        + components.joined() + "END:VCALENDAR\r\n"
    }
  }

  private static func id(_ random: inout SystemRandomNumberGenerator) -> String {
    let words = ["open", "open-day", "jazz", "a", "2026", "20260303", "z"]
    let count = Int.random(in: 1...3, using: &random)
    let name = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
    let long =
      Int.random(in: 0..<9, using: &random) == 0 ? String(repeating: "long", count: 18) : ""
    return name.joined(separator: "-") + "-\(long)q\(Int.random(in: 100...9_999, using: &random))"
  }

  @Test(
    "some events' records are theirs, byte for byte and in order, wherever they stand",
    arguments: [0, 1, 2, 3, 60, 400])
  func takesSome(count: Int) throws {
    var random = SystemRandomNumberGenerator()
    let files = try Files(Array(Set((0..<count).map { _ in Self.id(&random) })))
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let excerpt = PublishedExcerpt(folder: files.folder)
    for share in [0, 1, 5, 100] {
      let chosen = files.events.filter { _ in Int.random(in: 0..<100, using: &random) < share }
      let ids = Set(chosen.map(\.id)).union(["nobody", "zzz", "20260303"])
      #expect(
        String(decoding: try excerpt.geoJSON(of: ids), as: UTF8.self)
          == files.geoJSON(chosen.map(\.feature)))
      #expect(
        String(decoding: try excerpt.calendar(of: ids), as: UTF8.self)
          == files.calendar(chosen.map(\.components)))
    }
  }

  @Test("ids that end in a date are found all the same, and one is not taken for the other's date")
  func tellsDatesApart() throws {
    let files = try Files([
      "day", "day-20260303", "day-20260303-x", "day-2026030", "days", "daz-20270101", "e-20260401",
    ])
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let excerpt = PublishedExcerpt(folder: files.folder)
    for event in files.events where event.id != "day" {
      let text = String(decoding: try excerpt.calendar(of: [event.id]), as: UTF8.self)
      #expect(text.contains(event.components), "\(event.id)")
      #expect(
        String(decoding: try excerpt.geoJSON(of: [event.id]), as: UTF8.self)
          == files.geoJSON([event.feature]))
    }
  }
}
