import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import GRDB
import Testing

@Suite("A source of kind images") struct PlaceImageTests {
  private let fixture: CampusFixture
  /// Begins like a PNG; what follows is nothing that any program would write again as it is.
  private static let picture =
    [0x89] + Array("PNG\r\n\u{1a}\n".utf8) + (0..<5_000).map { UInt8($0 % 251) }

  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
  }

  private func list(_ lines: String...) throws {
    try fixture.add(
      "pictures", lines.joined(separator: "\n"), file: "list.ndjson",
      definition: "kind: images\nattribution: Hill Photo Club")
  }

  private func rows() throws -> [[String?]] {
    let path = fixture.folder.url.appending(path: "output/latest/almanac.sqlite").path
    return try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT place, url, file, attribution FROM place_image ORDER BY place, position"
      ).map { row in (0..<4).map { row[$0] } }
    }
  }

  @Test("A file is published byte for byte under the digest of its content, an address unchanged")
  func publishes() async throws {
    try list(
      #"{"place": "great-hall", "image": "photos/hall.png", "attribution": "© Ann Example"}"#,
      #"{"place": "great-hall", "image": "https://photos.example/hall.jpg"}"#,
      #"{"place": "library", "image": "photos/again.png"}"#)
    for name in ["hall", "again"] {
      let file = fixture.folder.url.appending(path: "config/feeds/pictures/photos/\(name).png")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.picture).write(to: file)
    }
    let report = try await fixture.run()
    #expect(report.findings.filter { $0.source == "pictures" } == [])
    let path = "images/\(Fingerprint.digest(of: Self.picture)).png"
    #expect(
      try rows() == [
        ["hill/great-hall", nil, path, "© Ann Example"],
        ["hill/great-hall", "https://photos.example/hall.jpg", nil, "Hill Photo Club"],
        ["hill/library", nil, path, "Hill Photo Club"],
      ])
    #expect(try fixture.edition()[path] == Self.picture)
    #expect(try fixture.edition().keys.filter { $0.hasPrefix("images/") }.count == 1)
    #expect(
      try fixture.text("geojson/places.geojson").contains(
        #""images":[{"file":"\#(path)","attribution":"© Ann Example"}"#))
    try await fixture.run(after: 3)
    #expect(try fixture.edition()[path] == Self.picture)
  }

  @Test(
    "Pictures that are invalid, elsewhere or lost are left out with a reason, and the others stay")
  func rejects() async throws {
    try fixture.folder.write("secret", to: "config/secret.png")
    try fixture.folder.write("<svg/>", to: "config/feeds/pictures/drawing.svg")
    try list(
      #"{"place": "great-hall", "image": "https://photos.example/hall.jpg"}"#,
      #"{"place": "great-hall", "image": "../../secret.png"}"#,
      #"{"place": "great-hall", "image": "/etc/hostname"}"#,
      #"{"place": "great-hall", "image": "drawing.svg"}"#,
      #"{"place": "great-hall", "image": "gone.png"}"#,
      #"{"place": "great-hall", "image": "javascript:alert(1)"}"#,
      #"{"place": "barn", "image": "https://photos.example/barn.jpg"}"#,
      #"{"place": "great-hall"}"#)
    let report = try await fixture.run()
    #expect(try rows().map { $0[1] } == ["https://photos.example/hall.jpg"])
    let findings = report.findings.filter { $0.source == "pictures" }
    #expect(findings.count == 7 && findings.allSatisfy { $0.code == "W_IMAGE" })
    #expect(findings.contains { $0.line == 8 })
    try list("no", "pictures")
    let refused = try await fixture.run(after: 1)
    #expect(refused.findings.contains { $0.code == "E_IMAGES" && $0.source == "pictures" })
    #expect(try rows().count == 1)
  }
}
