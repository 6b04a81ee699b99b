import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Synchronization
import Testing

@testable import AlmanacPublish

/// Tests complete tasks of readers, in headless Chromium on a desktop and on a phone.
@Suite(.enabled(if: BrowserPage.isHere, BrowserPage.isAbsent))
struct JourneyTests {
  private static let clock = "2026-03-03T12:00:00+08:00"

  private static func contents() -> EditionContents {
    var webinar = EditionFixture.webinar
    webinar.tags = ["online"]
    let events = EditionFixture.events.map { $0.id == webinar.id ? webinar : $0 }
    var contents = EditionFixture.contents(events: events)
    contents.options.site = SiteOptions(leaflet: BrowserPage.leaflet)
    contents.gazetteers["hill"]?.bounds = BoundingBox(
      west: 103.77, south: 1.29, east: 103.79, north: 1.305)
    var free = EventFilter()
    free.isFree = true
    contents.views = [EditionView(id: "free", name: "Free of charge", filter: free)]
    contents.travel = ["hill": travel]
    return contents
  }

  /// A bus from the annex to the concert, and a walk from the library.
  private static var travel: CampusTravel {
    let start = EditionFixture.instant("2026-03-03T11:00:00Z")
    var travel = CampusTravel(origins: ["annex", "library"], defaultOrigin: "annex")
    for (id, latitude) in [("bus/gate", 1.3), ("bus/hall", 1.2967)] {
      travel.stops.append(
        .init(
          id: id, source: "bus", name: id == "bus/gate" ? "Gate" : "Hall Stop", code: nil,
          coordinate: Coordinate(latitude: latitude, longitude: 103.7765), isAccessible: nil,
          routes: ["A1"]))
    }
    travel.routes = [
      .init(
        id: "bus/a1", source: "bus", label: "A1", name: nil, agency: nil, type: 3, color: nil,
        url: nil, booking: nil, headway: nil, isEstimated: false, lines: [])
    ]
    var bus = CampusTravel.Access(place: "great-hall", origin: "annex", start: start)
    bus.departure = start - 1_500
    (bus.median, bus.percentile90, bus.changes, bus.walking) = (18, 20, 0, 6)
    bus.legs = [
      .init(
        route: "bus/a1", from: "bus/gate", to: "bus/hall", departure: start - 1_320,
        arrival: start - 480, headway: nil)
    ]
    bus.lastBack = start + 14_400
    var walk = CampusTravel.Access(place: "great-hall", origin: "library", start: start)
    walk.departure = start - 600
    (walk.median, walk.percentile90, walk.changes, walk.walking) = (5, 5, 0, 5)
    travel.access = [bus, walk]
    return travel
  }

  private struct Controls: Decodable {
    struct State: Decodable {
      var titles, chips, follow: [String]
      var hash: String
    }
    var errors, hidden, audiences, barriers: [String]
    var start, audience, online, near, view, none, category: State
    var overflow: Int
  }

  @Test(
    "Audience, online and distance filter the list, and a matching view is offered for subscription",
    arguments: [false, true])
  func controls(isNarrow: Bool) async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents())
    let seen = try await BrowserPage(edition, scenario: "controls", in: output)
      .play(Controls.self, clock: Self.clock, isNarrow: isNarrow)
    #expect(seen.errors == [] && seen.hidden == [] && seen.barriers == [] && seen.overflow == 0)
    #expect(
      seen.start.follow == [
        "All events (calendar) ../calendars/all.ics", "RSS ../feeds/coming.rss",
      ])
    #expect(seen.audiences == ["Any audience", "public"])
    #expect(seen.audience.titles == [EditionFixture.jazz.title])
    #expect(seen.audience.hash == "#?audience=public" && seen.audience.follow == [])
    #expect(Set(seen.online.titles) == ["Webinar"] && seen.online.chips == ["Online"])
    #expect(Set(seen.near.titles) == ["Two Lectures", "Evening Yoga"])
    #expect(seen.near.chips == ["250 m around Hill University"])
    #expect(
      seen.view.follow == [
        "Free of charge (calendar) ../calendars/view/free.ics", "RSS ../feeds/view/free.rss",
      ])
    #expect(seen.none.follow == [], "no file has this selection")
    #expect(seen.category.follow == ["Arts (calendar) ../calendars/category/arts.ics"])
  }

  private struct Journey: Decodable {
    struct Skip: Decodable {
      var isFirst, isVisible: Bool
    }
    struct Opened: Decodable {
      var title, focus: String
    }
    struct Map: Decodable {
      var isVisible: Bool
      var lit: [String]
    }
    var errors, found, filtered, unreachable, shared: [String]
    var skip: Skip
    var opened: Opened
    var returned, calendar, page: String
    var copied, `where`: Bool
    var ways: [[String]]
    var origins: [String]
    var directions: String
    var map: Map
    var overflow: Int
  }

  @Test(
    "A reader finds, filters, opens, saves, shares and locates an event, and sees journeys to it",
    arguments: [false, true])
  func journey(isNarrow: Bool) async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents())
    let seen = try await BrowserPage(edition, scenario: "journey", in: output)
      .play(Journey.self, clock: Self.clock, isNarrow: isNarrow)
    #expect(seen.errors == [] && seen.overflow == 0)
    #expect(seen.found == [EditionFixture.jazz.title])
    #expect(Set(seen.filtered) == ["Morning Yoga", "Evening Yoga"])
    #expect(seen.skip.isFirst && seen.skip.isVisible)
    #expect(seen.unreachable == [])
    #expect(seen.opened.title == EditionFixture.jazz.title)
    #expect(seen.opened.focus == "UI_detailTitle")
    #expect(seen.returned == EditionFixture.jazz.title)
    #expect(seen.calendar.contains("UID:jazz-night@hill.example\r\n"))
    #expect(
      seen.shared == [
        "\(EditionFixture.jazz.title) event/jazz-night.html", " event/jazz-night.html",
      ])
    #expect(seen.copied && seen.page == "event/jazz-night.html")
    #expect(
      FileManager.default.fileExists(
        atPath: edition.folder.appending(path: "site/\(seen.page)").path))
    #expect(seen.where)
    #expect(seen.origins == ["Annex", EditionFixture.library.name])
    let ways = seen.ways.map { $0.map { $0.replacing("\u{a0}", with: " ") } }
    #expect(ways.first?.first == "Leave by 18:35" && ways.first?.last == "Last way back at 23:00")
    #expect(ways.first?.dropFirst().first?.contains("A1") == true, "\(ways)")
    #expect(ways.first?.dropFirst().first?.contains("Hall Stop") == true, "\(ways)")
    #expect(ways.last?.first == "Leave by 18:50" && ways.last?.count == 2, "\(ways)")
    #expect(
      seen.directions == "https://www.openstreetmap.org/directions?to=1.2966%2C103.7764")
    #expect(seen.map.isVisible && seen.map.lit.count == 1)
  }

  private struct Keyboard: Decodable {
    struct Paper: Decodable {
      var texts, controls, pale: [String]
      var ground: String
    }
    var errors, found, opened, cut: [String]
    var width: Int
    var skip: Bool
    var outline, calendar, returned: String
    var event, list: Paper
  }

  @Test(
    "The keyboard alone can find, open and save an event; a printout is white, without controls",
    .enabled(if: Peer.find("python3") != nil, "python3 is not installed"),
    arguments: [(1_280, 800), (390, 844)])
  func keyboard(width: Int, height: Int) async throws {
    let output = try TemporaryOutput()
    let page = try BrowserPage(try output.publish(Self.contents()), scenario: "idle", in: output)
    let seen = try await page.drive(Keyboard.self, by: "keyboard", width: width, height: height)
    #expect(seen.errors == [] && seen.width == width && seen.skip)
    #expect(seen.cut == [], "on the event's page")
    #expect(seen.found == [EditionFixture.jazz.title])
    #expect(seen.outline == "solid", "the focus is visible")
    #expect(seen.opened == [EditionFixture.jazz.title, "UI_detailTitle"])
    #expect(seen.calendar.contains("UID:jazz-night@hill.example\r\n"))
    #expect(seen.returned == "jazz-night")
    for paper in [seen.event, seen.list] {
      #expect(paper.controls == [] && paper.pale == [] && paper.ground == "rgb(255, 255, 255)")
    }
    #expect(seen.event.texts.first == EditionFixture.jazz.title)
    #expect(!seen.event.texts.contains("Subscribe"))
    #expect(seen.list.texts.contains("Today, Tuesday, 3 March 2026"))
  }

  private struct Offline: Decodable {
    var errors, titles, pins: [String]
    var manifest: String
    var isOffline: Bool
  }

  @Test(
    "The page works offline after the first visit and can be installed",
    arguments: [false, true])
  func offline(isNarrow: Bool) async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents())
    let page = try BrowserPage(edition, scenario: "offline", in: output)
    let isStopped = Mutex(false)
    let folder = page.folder
    let server = try LoopbackServer { request in
      let name = String(request.path.dropFirst().prefix { $0 != "?" })
      if name == "stop.png" { isStopped.withLock { $0 = true } }
      let file = folder.appending(path: name.isEmpty ? "index.html" : name)
      guard !isStopped.withLock({ $0 }) else {
        return LoopbackServer.Response(steps: [.close(reset: true)])
      }
      guard let bytes = try? Data(contentsOf: file) else { return .init(404) }
      let type = Self.types[file.pathExtension] ?? "application/octet-stream"
      return .init(200, [("Content-Type", type)], body: [UInt8](bytes))
    }
    let seen = try await page.play(
      Offline.self, server: server.url("/index.html"), isNarrow: isNarrow)
    let wasStopped = isStopped.withLock { $0 }
    #expect(wasStopped && seen.isOffline)
    #expect(seen.titles.contains(EditionFixture.jazz.title))
    #expect(seen.pins.count == 2)
    let manifest = try JSONValue(parsing: Array(try edition.text("site/\(seen.manifest)").utf8))
    #expect(manifest["name"]?.string == "Hill Events")
    #expect(manifest["start_url"]?.string == "index.html")
    let icon = try #require(manifest["icons"]?.array?.first?["src"]?.string)
    #expect(try edition.text("site/\(icon)").hasPrefix("<svg"))
  }

  private static let types = [
    "html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  private struct Words: Decodable {
    var errors, languages, titles, buttons, barriers, selections: [String]
    var lang, dir, heading, search, summary, when, align: String
    var isListLeft: Bool
    var overflow: Int
  }

  @Test(
    "The interface and its dates are in the reader's language and the campus's time zone",
    arguments: [
      ("de-AT", "de-AT", "Dienstag, 3. März 2026", "Teilen", "19:00–21:00"),
      ("fr", "fr", "mardi 3 mars 2026", "Partager", "19:00–21:00"),
      ("es", "es", "martes, 3 de marzo de 2026", "Compartir", "19:00–21:00"),
      ("ms-SG", "ms-SG", "Selasa, 3 Mac 2026", "Kongsi", "7:00 PTG–9:00 PTG"),
      ("ta", "ta", "செவ்வாய், 3 மார்ச், 2026", "பகிர்", "7:00 PM–9:00 PM"),
      ("zh-CN", "zh-CN", "2026年3月3日", "分享", "19:00–21:00"),
      ("en-US", "en-US", "Tuesday, March 3, 2026", "Share", "7:00 PM–9:00 PM"),
      ("cy", "en", "Tuesday, March 3, 2026", "Share", "7:00 PM–9:00 PM"),
    ])
  func words(
    language: String, shown: String, day: String, share: String, clock: String
  ) async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents())
    let seen = try await BrowserPage(edition, scenario: "words", in: output)
      .play(Words.self, clock: Self.clock, language: language)
    #expect(seen.errors == [] && seen.barriers == [])
    #expect(seen.lang == shown && seen.dir == "ltr" && seen.isListLeft)
    let when = seen.when.replacing("\u{a0}", with: " ")
    #expect(when.contains(day) && when.contains(clock), "\(when)")
    #expect(seen.buttons.contains(share))
    #expect(seen.selections.count == 4)
    #expect(seen.selections.contains("next week") == shown.hasPrefix("en"))
    #expect(seen.titles.contains(EditionFixture.jazz.title))
    #expect(
      seen.languages == ["English", "Deutsch", "Español", "Français", "Bahasa Melayu", "தமிழ்", "中文"])
  }

  @Test("A right-to-left language mirrors the page")
  func rightToLeft() async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents())
    let page = try BrowserPage(edition, scenario: "words", also: ["rtl"], in: output)
    let seen = try await page.play(Words.self, clock: Self.clock)
    #expect(seen.errors == [] && seen.dir == "rtl" && !seen.isListLeft && seen.overflow == 0)
    #expect(seen.align == "right", "left-to-right titles are aligned to the page's start")
    #expect(seen.buttons.contains("שתף"))
  }

  @Test("Every language has all interface texts with the same placeholders")
  func hasAllWords() throws {
    let files = SiteAssets.files.filter { $0.name.hasPrefix("lang/") }
    #expect(files.count == 6)
    var languages: [[String: JSONValue]] = []
    for (name, bytes) in files {
      let text = String(decoding: bytes, as: UTF8.self)
      let json = text.dropFirst("window.almanacWords = ".count).dropLast(2)
      let root = try JSONValue(parsing: Array(json.utf8))
      #expect(name == "lang/\(root["language"]?.string ?? "").js")
      languages.append(try #require(root["words"]?.object))
    }
    let known = Set(languages[0].keys)
    #expect(languages.allSatisfy { Set($0.keys) == known })
    for (english, words) in languages.flatMap({ $0 }) {
      let gaps = { (text: String) in text.matches(of: /\{\w+\}/).map { String($0.0) }.sorted() }
      #expect(gaps(english) == gaps(words.string ?? ""), "\(english)")
    }
    let script = try #require(SiteAssets.files.first { $0.name == "site.js" }?.bytes)
    let translated = String(decoding: script, as: UTF8.self).matches(
      of: /translate\('((?:[^'\\])*)'/)
    #expect(translated.count > 50)
    for text in translated { #expect(known.contains(String(text.1)), "\(text.1)") }
    // Check the template's texts and names; the edition fills in the placeholders.
    let template = String(decoding: PackageResources.index_html, as: UTF8.self)
    let body = try #require(template.components(separatedBy: "<body>").last)
    let texts = body.matches(of: />([^<>]*[A-Za-z][^<>]*)</).map { $0.1 }
    let names = body.matches(of: /(?:aria-label|placeholder)="([^"]+)"/).map { $0.1 }
    let plain = (texts + names).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.contains("{{") && !["GeoJSON", "SQLite"].contains($0) }
    #expect(plain.count > 40)
    for text in plain { #expect(known.contains(text), "\(text)") }
  }

  @Test("Each language has all plural forms of counted words")
  func hasPlurals() throws {
    // CLDR plural categories for the numbers of a page, which are far below a million.
    let categories = [
      "de": ["one", "other"], "es": ["one", "other"], "fr": ["one", "other"], "ms": ["other"],
      "ta": ["one", "other"], "zh": ["other"],
    ]
    for (name, bytes) in SiteAssets.files where name.hasPrefix("lang/") {
      let json = String(decoding: bytes, as: UTF8.self)
        .dropFirst("window.almanacWords = ".count).dropLast(2)
      let root = try JSONValue(parsing: Array(json.utf8))
      let language = try #require(root["language"]?.string)
      for word in ["event", "date"] {
        let forms = try #require(root["counts"]?[word]?.object, "\(language) \(word)")
        #expect(Set(forms.keys) == Set(try #require(categories[language])), "\(language) \(word)")
        #expect(forms.values.allSatisfy { $0.string?.contains("{n}") == true }, "\(language)")
      }
    }
  }
}
