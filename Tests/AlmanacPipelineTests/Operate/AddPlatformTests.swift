import AlmanacIngest
import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Synchronization
import Testing

@testable import AlmanacPipeline

/// What `almanac add` writes for sites of known platforms, and for captured documents of others.
@Suite struct AddPlatformTests {
  private let fixture: CampusFixture

  init() throws { fixture = try CampusFixture.empty(timezone: "America/New_York") }

  private func add(_ address: String, id: String = "new") async throws -> FeedAddition {
    var options = PreviewOptions(
      configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
      now: fixture.now)
    options.allowedHosts = ["127.0.0.1"]
    return try await FeedAdder(options, configuration: fixture.configuration)
      .propose(address, id: id, name: nil, choice: nil)
  }

  private static func localist(_ page: Int, of pages: Int) -> String {
    """
    {"events": [{"event": {"id": \(page), "title": "Talk \(page)", "location_name": "Great Hall",
    "event_instances": [{"event_instance": {"start": "2026-03-1\(page)T10:00:00-05:00"}}],
    "localist_url": "https://hill.example/event/\(page)"}}],
    "page": {"current": \(page), "size": 1, "total": \(pages)}}
    """
  }

  @Test("A site is recognized by its page, and all of its pages are read")
  func site() async throws {
    let server = try LoopbackServer { request in
      if request.path == "/" {
        return .init(
          200, [("Content-Type", "text/html")],
          text: "<!doctype html><html><body>Powered by localist</body></html>")
      }
      guard request.path.hasPrefix("/api/2/events") else { return .init(404) }
      return .init(200, text: Self.localist(request.path.contains("page=2") ? 2 : 1, of: 2))
    }
    for address in [server.url("/"), server.url("/api/2/events?pp=10")] {
      let addition = try await add(address)
      #expect(addition.text.contains("platform: localist\n"), "\(addition.text)")
      #expect(addition.text.contains("host: \"http://127.0.0.1:\(server.port)\""))
      #expect(!addition.text.contains("mapping:") && !addition.text.contains("\nurl:"))
      #expect(addition.preview.accepted == 2)
    }
    var addition = try await add(server.url("/"))
    try addition.write()
    try fixture.folder.write("", to: "config/feeds/.keep")
    let report = try await fixture.run()
    #expect(report.sources.first?.status == .ok, "\(report.findings)")
    #expect(try fixture.text("calendars/all.ics").contains("Talk 2"))
  }

  @Test("An API of no known platform is read with all of its pages")
  func pagedAPI() async throws {
    let server = try LoopbackServer { request in
      let isSecond = request.path.contains("page=2")
      let next = isSecond ? "null" : "\"/v1/event/?page=2\""
      return .init(
        200,
        text:
          #"{"meta": {"count": 2, "next": \#(next)}, "data": [{"id": "\#(isSecond)", "name": "Course", "start_time": "2026-03-0\#(isSecond ? 6 : 7)T17:00:00Z"}]}"#
      )
    }
    let addition = try await add(server.url("/v1/event/"))
    #expect(addition.text.contains("pages: link"), "\(addition.text)")
    #expect(addition.preview.accepted == 2)
  }

  @Test("If a page fails, all pages of the run before stay, and the page is named")
  func failingPage() async throws {
    let isBroken = Flag()
    let server = try LoopbackServer { request in
      let page = request.path.contains("page=2") ? 2 : request.path.contains("page=3") ? 3 : 1
      if page == 2, isBroken.isSet { return .init(500) }
      return .init(200, text: Self.localist(page, of: 3))
    }
    try fixture.folder.write(
      "campus: hill\nplatform: localist\nhost: http://127.0.0.1:\(server.port)\nallow: [127.0.0.1]\n",
      to: "config/feeds/web/feed.yaml")
    #expect(try await fixture.run().sources.first?.status == .ok)
    isBroken.set()
    let report = try await fixture.run(after: 24)
    #expect(report.sources.first?.status == .failed)
    #expect(report.sources.first?.finding?.message.contains("page 2, ") == true)
    let text = try fixture.text("calendars/all.ics")
    #expect((1...3).allSatisfy { text.contains("Talk \($0)") })
  }

  /// Items that a captured document holds, as its own syntax marks them.
  private static func items(of path: String, _ bytes: [UInt8]) -> Int {
    let text = String(decoding: bytes, as: UTF8.self)
    func count(_ mark: String) -> Int { text.components(separatedBy: mark).count - 1 }
    switch path.split(separator: ".").last {
    case "ics": return count("BEGIN:VEVENT")
    case "rss": return count("<item>")
    case "xml": return max(count("<item>"), count("<meeting "), count("</publicEventWS>"), 1)
    case "yml": return max(count("\n    topics:"), count("- topic:"))
    default:
      return max(
        count("\"event_instances\""), count("\"start_time\""), count("\"Meeting Date\""), 1)
    }
  }

  /// Up to four documents of each folder and kind, without those that list no events: venues, and what
  /// came instead of feeds.
  private static let captures =
    [".ics", ".rss", ".xml", ".json", ".yml"].flatMap { kind in
      let files = SharedFiles.files(in: "corpora/feeds", ending: kind).filter { file in
        !["error-bodies/", "hk-lcsd/", "manifest.json"].contains(where: file.contains)
      }
      return Dictionary(grouping: files) { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.endIndex) }
        .values.flatMap { $0.prefix(4) }.sorted()
    }

  @Test(
    "A definition that reads all of a captured document is written, from a file and from a server",
    .enabled(if: SharedFiles.exists("corpora/feeds"), Comment(rawValue: SharedFiles.absent)),
    arguments: captures)
  func captured(path: String) async throws {
    let bytes = try SharedFiles.bytes(path)
    let server = try LoopbackServer { _ in .init(200, body: bytes) }
    let name = path.split(separator: "/").last ?? ""
    let folder = String(path.dropLast(name.count))
    // Of each platform one document comes from a server, too.
    let isFirst = Self.captures.first { $0.hasPrefix(folder) } == path
    for address in [SharedFiles.url(path).path] + (isFirst ? [server.url("/\(name)")] : []) {
      let addition = try await add(address)
      let preview = addition.preview
      #expect(preview.refusal == nil)
      #expect(
        preview.read - (path.hasSuffix(".yml") ? preview.rejected : 0)
          >= Self.items(of: path, bytes), "\(path)")
      #expect(path.hasSuffix(".yml") || preview.rejected == 0, "\(preview.findings)")
      let known = ["livewhale", "localist", "trumba", "libcal", "the-events-calendar", "tockify"]
      for platform in known where folder.contains("/\(platform)/") {
        #expect(addition.text.contains("platform: \(platform)"), "\(path)\n\(addition.text)")
      }
    }
  }
}

/// A switch that a server's thread reads.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
