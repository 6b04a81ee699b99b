import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Synchronization
import Testing

@testable import AlmanacPublish

@Suite("Descriptions of an edition for data portals") struct CatalogTests {
  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  private func edition(_ change: (inout EditionContents) -> Void = { _ in }) throws
    -> PublishedEdition
  {
    var contents = EditionFixture.contents()
    contents.options.address = EditionAddress("https://events.example.edu/almanac")
    change(&contents)
    return try output.publish(contents)
  }

  private func object(_ path: String, _ edition: PublishedEdition) throws -> JSONValue {
    try JSONValue(parsing: Array(try edition.text(path).utf8))
  }

  @Test("The package describes each file, and each table with its columns and keys")
  func package() throws {
    let edition = try edition()
    let package = try object(DataPackage.path, edition)
    let resources = try #require(package["resources"]?.array)
    let event = try #require(resources.first { $0["name"]?.string == "event" })
    #expect(event["dialect"]?["sql"]?["table"]?.string == "event")
    #expect(event["schema"]?["primaryKey"]?.array == [.string("id")])
    let fields = try #require(event["schema"]?["fields"]?.array)
    #expect(fields.first?["type"]?.string == "string")
    #expect(fields.first?["constraints"]?["required"]?.bool == true)
    let keys = try #require(event["schema"]?["foreignKeys"]?.array)
    #expect(keys.contains { $0["reference"]?["resource"]?.string == "campus" })
    #expect(resources.contains { $0["path"]?.string == "changes.ndjson" })
    #expect(!resources.contains { $0["name"]?.string?.hasPrefix("gpkg") == true })
  }

  @Test("The catalog contains each file's URL, which is absolute if the address is known")
  func catalog() throws {
    let known = try object(DataCatalog.path, edition())
    let distributions = try #require(known["dcat:distribution"]?.array)
    #expect(
      distributions.contains {
        $0["dcat:downloadURL"]?["@id"]?.string
          == "https://events.example.edu/almanac/almanac.sqlite"
      })
    let unknown = try object(
      DataCatalog.path,
      edition {
        $0.options.address = nil
        $0.now = $0.now + 60
      })
    #expect(
      unknown["dcat:distribution"]?.array?.contains {
        $0["dcat:downloadURL"]?["@id"]?.string == "almanac.sqlite"
      } == true)
  }

  /// The items from a page on as a consumer reads them, and the last page.
  private func walk(
    from path: String, _ edition: PublishedEdition
  ) throws -> (items: [JSONValue], last: String) {
    var items: [JSONValue] = []
    var path = path
    for _ in 0..<1_000 {
      let page = try object(path, edition)
      items += page["items"]?.array ?? []
      let next = try #require(page["next"]?.string)
      let file = next.replacing("https://events.example.edu/almanac/", with: "")
      if file == path { return (items, path) }
      path = file
    }
    Issue.record("the pages have no end")
    return (items, path)
  }

  @Test("A consumer of the pages reads every event once, and later only changed ones")
  func pages() throws {
    let first = try edition()
    let events = EditionFixture.contents().events.count
    let (items, last) = try walk(from: ChangePages.first, first)
    #expect(Set(items.compactMap { $0["id"]?.string }).count == items.count)
    #expect(items.count == events)
    let changed = try edition {
      $0.events[0].title = "Another Title"
      $0.events.remove(at: 1)
      $0.now = $0.now + 3_600
    }
    let updates = try walk(from: last, changed).items
    #expect(updates.count == 2)
    #expect(updates.contains { $0["data"]?["name"]?.string == "Another Title" })
    #expect(try walk(from: ChangePages.first, changed).items.count == events)
  }

  @Test(
    "Openactive (PyPI) follows the pages to their end and finds every event",
    .enabled(if: Peer.has("openactive"), "the environment of ALMANAC_PEERS lacks openactive"))
  func walkedByOpenActive() async throws {
    let served = Mutex<URL?>(nil)
    let server = try LoopbackServer { request in
      let file = served.withLock { $0 }?.appending(path: request.path)
      guard let file, let bytes = try? Data(contentsOf: file) else { return .init(404) }
      return .init(200, [("Content-Type", "application/json")], body: [UInt8](bytes))
    }
    let edition = try edition { $0.options.address = EditionAddress(server.url("")) }
    served.withLock { $0 = edition.folder }
    let script = """
      import openactive, sys
      found = openactive.get_opportunities(sys.argv[1])
      print(found["status"], *sorted(found["items"]))
      """
    let result = try await Peer.run(
      try #require(Peer.python), ["-c", script, server.url("/\(ChangePages.first)")])
    let ids = EditionFixture.contents().events.map(\.id).sorted()
    #expect(result.text.hasSuffix("COMPLETE \(ids.joined(separator: " "))\n"), "\(result.text)")
  }

  @Test("Without an address, there are no pages, because each links to the next")
  func unknownAddress() throws {
    let edition = try edition { $0.options.address = nil }
    #expect(try !TemporaryOutput.files(in: edition.folder).contains { $0.hasPrefix("rpde") })
  }

  @Test(
    "Frictionless (PyPI) finds no error in the package",
    .enabled(if: Peer.has("frictionless"), "the environment of ALMANAC_PEERS lacks frictionless"))
  func frictionless() async throws {
    let python = try #require(Peer.python)
    let script = """
      import os, sys
      from frictionless import validate
      os.chdir(sys.argv[1])
      report = validate("datapackage.json")
      print("valid" if report.valid else report.flatten(["name", "type", "message"]))
      """
    let result = try await Peer.run(python, ["-c", script, try edition().folder.path])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text == "valid\n", "\(result.text)")
  }
}
