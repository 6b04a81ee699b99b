import AlmanacTestSupport
import Foundation
import Testing

/// `docs/configuration.md` and the schemas for editors know the keys that the loaders know.
@Suite("the reference of the configuration") struct ConfigurationReferenceTests {
  private struct Row {
    var key: String
    var type: String
    var standard: String
    var meaning: String
  }

  /// The rows of the section's table.
  private static func rows(_ file: String, _ section: String) throws -> [Row] {
    let page = try ProjectFiles.text("docs/configuration.md")
    let chapter = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("\(file)\n") }, "\(file)")
    let part = try #require(
      chapter.components(separatedBy: "\n### ").first { $0.hasPrefix("\(section)\n") }, "\(section)"
    )
    return part.matches(of: /(?m)^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/).map {
      Row(
        key: String($0.1), type: String($0.2), standard: String($0.3), meaning: String($0.4))
    }
  }

  @Test("every list of keys in the loaders has its section")
  func sections() throws {
    let known = try ConfigurationKeys.known()
    #expect(known.strangers == [], "their lists of keys are not those of ConfigurationKeys")
    #expect(known.keys.count == ConfigurationKeys.sections.values.map(\.count).reduce(0, +))
    #expect(known.keys.values.map(\.count).reduce(0, +) > 130)
  }

  @Test("every key that a loader knows is described, and no other")
  func keys() throws {
    for (section, keys) in try ConfigurationKeys.known().keys {
      let rows = try Self.rows(section.file, section.name)
      #expect(Set(rows.map(\.key)) == keys, "\(section.file), \(section.name)")
      #expect(rows.count == keys.count, "twice in \(section.file), \(section.name)")
      for row in rows {
        let cells = [row.type, row.standard, row.meaning]
        #expect(cells.allSatisfy { $0.contains { !$0.isWhitespace } }, "\(row.key)")
      }
    }
  }

  @Test("the schemas have the same keys, each with a description")
  func schemas() throws {
    for (section, keys) in try ConfigurationKeys.known().keys {
      let name = section.file.replacing(".yaml", with: ".schema.json")
      var schema = try Self.json("config/schema/\(name)")
      if let definition = section.definition {
        schema = try #require(
          (schema["$defs"] as? [String: Any])?[definition] as? [String: Any], "\(definition)")
      }
      let properties = try #require(schema["properties"] as? [String: [String: Any]])
      #expect(Set(properties.keys) == keys, "\(name), \(section.definition ?? "top")")
      #expect(schema["additionalProperties"] as? Bool == false, "\(name), \(section.name)")
      for (key, property) in properties {
        #expect((property["description"] as? String)?.isEmpty == false, "\(name): \(key)")
      }
    }
  }

  @Test("what the page calls a default is what the code begins with")
  func defaults() throws {
    let settings = "Sources/AlmanacPipeline/Settings/Settings.swift"
    let names = "Sources/AlmanacPublish/Export/ICalendar/CalendarNames.swift"
    let requests = "Sources/AlmanacModel/Records/WeatherRequest.swift"
    let source = "Sources/AlmanacModel/Records/Source.swift"
    let cadence = "Sources/AlmanacRefine/Deduplicate/Snapshot/LearningCadence.swift"
    let defaults: [(section: String, key: String, value: String, file: String, code: String)] = [
      ("`window`", "past", "30d", settings, "var past = 30 * 86_400"),
      ("`window`", "future", "400d", settings, "var future = 400 * 86_400"),
      ("`publish`", "calendarName", "Events", settings, #"var calendarName = "Events""#),
      ("`publish`", "uidDomain", "almanac.invalid", settings, #"uidDomain = "almanac.invalid""#),
      ("`publish`", "keepEditions", "3", settings, "var keepEditions = 3\n"),
      ("`publish`", "keepCancelled", "30d", settings, "var keepCancelled = 30 * 86_400\n"),
      ("`publish`", "keepChanges", "366d", settings, "var keepChanges = 366 * 86_400\n"),
      ("`publish.calendars`", "all", "{calendar}", names, #"var all = "{calendar}""#),
      (
        "`publish.calendars`", "category", "{calendar}: {name}", names,
        #"var category = "{calendar}: {name}""#
      ),
      (
        "`publish.calendars`", "place", "{calendar}: {name}", names,
        #"var place = "{calendar}: {name}""#
      ),
      (
        "`publish.calendars`", "source", "{calendar}: {name}", names,
        #"var source = "{calendar}: {name}""#
      ),
      ("`publish`", "firstWeekday", "monday", settings, "var firstWeekday = Weekday.monday"),
      ("`publish`", "calendarWeather", "true", settings, "var calendarWeather = true"),
      (
        "`publish`", "leaflet", "/usr/share/javascript/leaflet", settings,
        #"leaflet = URL(filePath: "/usr/share/javascript/leaflet")"#
      ),
      (
        "`fetch`", "userAgent", "Almanac (+https://almanac.invalid)", settings,
        #"var userAgent = "Almanac (+https://almanac.invalid)""#
      ),
      ("`fetch`", "concurrency", "16", settings, "var concurrency = 16\n"),
      ("`fetch`", "perHost", "2", settings, "var perHost = 2\n"),
      ("`fetch`", "gap", "1s", settings, "var gap = 1_000\n"),
      ("`fetch`", "timeout", "60s", settings, "var timeout = 60\n"),
      ("`fetch`", "maxBytes", "64MB", settings, "var maxBytes = 64_000_000\n"),
      ("`shrink`", "percent", "50", settings, "var percent = 50\n"),
      ("`shrink`", "events", "10", settings, "var events = 10\n"),
      ("`shrink`", "nights", "3", settings, "var nights = 3\n"),
      ("`learn`", "days", "7", cadence, "days: Int = 7,"),
      ("`learn`", "percent", "10", cadence, "percent: Int = 10)"),
      ("The definition", "every", "24h", source, "cadence: Int = 86_400"),
      ("`weather`", "perRequest", "50", requests, "sharing: Int = 50"),
      ("`weather.events`", "spacing", "1000", requests, "spacing: Double = 1_000"),
      ("`weather.events`", "ahead", "10d", requests, "ahead: Int = 10 * 86_400"),
      ("`weather.events`", "most", "50", requests, "most: Int = 50"),
    ]
    for item in defaults {
      let isOfFeeds = ["The definition", "`weather`", "`weather.events`"].contains(item.section)
      let rows = try Self.rows(isOfFeeds ? "feed.yaml" : "almanac.yaml", item.section)
      let row = try #require(rows.first { $0.key == item.key }, "\(item.key)")
      #expect(row.standard == item.value, "\(item.key)")
      #expect(try ProjectFiles.text(item.file).contains(item.code), "\(item.file): \(item.key)")
    }
  }

  @Test("every member of a gazetteer that is read is described, and no other")
  func gazetteer() throws {
    let code = try ProjectFiles.text("Sources/AlmanacRefine/Geocode/GazetteerFile.swift")
    let read = Set(
      code.matches(of: /(?:\.meanings?\(|[a-z]\[)"([A-Za-z_]+)"/).map { String($0.1) })
    // What GeoJSON itself is made of, and the members of an address, a room and a tenant.
    let inner: Set<String> = [
      "type", "coordinates", "geometries", "properties", "street", "city", "province", "country",
      "floor", "point", "alias",
    ]
    let rows = try ["The collection", "`features`", "`rules`"].flatMap {
      try Self.rows("A gazetteer", $0)
    }
    #expect(read.contains("roomCodes") && read.contains("outdoor"))
    #expect(Set(rows.map(\.key)) == read.subtracting(inner))
    let page = try ProjectFiles.text("docs/configuration.md")
    for name in ["street", "city", "province", "country", "floor", "point", "alias"] {
      #expect(page.contains(name), "\(name)")
    }
  }

  @Test("the project's own files name their schemas, and the schemas are there")
  func named() throws {
    let feeds = try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.url("feeds").path)
      .map { "feeds/\($0)/feed.yaml" }.filter {
        FileManager.default.fileExists(atPath: ProjectFiles.url($0).path)
      }
    #expect(feeds.count > 10)
    let configuration = ["almanac", "categories", "decisions", "weather"].map {
      "config/\($0).yaml"
    }
    for file in feeds + configuration {
      let line = try ProjectFiles.text(file).prefix { $0 != "\n" }
      let path = try #require(
        line.wholeMatch(of: /# yaml-language-server: \$schema=(.+)/)?.1, "\(file)")
      let folder = ProjectFiles.url(file).deletingLastPathComponent()
      let schema = folder.appending(path: String(path)).standardizedFileURL
      let name = URL(filePath: file).deletingPathExtension().lastPathComponent
      #expect(schema.lastPathComponent == "\(name).schema.json")
      #expect(FileManager.default.fileExists(atPath: schema.path), "\(file)")
    }
  }

  private static func python(_ script: String) throws -> Program.Answer {
    try Program.run(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", script, ProjectFiles.root.path])
  }

  private static let canValidate = (try? python("import jsonschema, yaml"))?.code == 0

  @Test(
    "the project's own files and the page's examples are as the schemas want them",
    .enabled(if: canValidate, "python3 has no jsonschema and yaml"))
  func validates() throws {
    let script = """
      import glob, json, os, re, sys, yaml
      from jsonschema import Draft202012Validator as Validator
      root, bad, count = sys.argv[1], [], 0
      def check(text, name, kind):
          global count
          schema = json.load(open(f"{root}/config/schema/{kind}.schema.json"))
          Validator.check_schema(schema)
          count += 1
          for error in Validator(schema).iter_errors(yaml.safe_load(text)):
              bad.append(f"{name}: {error.json_path}: {error.message[:200]}")
      for file in glob.glob(f"{root}/config/*.yaml") + glob.glob(f"{root}/feeds/*/feed.yaml"):
          check(open(file).read(), file, os.path.basename(file)[:-5])
      page = open(f"{root}/docs/configuration.md").read()
      for block in re.findall(r"```yaml\\n(# \\S+/(\\w+)\\.yaml\\n.*?)```", page, re.S):
          check(block[0], block[0].split("\\n")[0], block[1])
      print(count)
      sys.exit("\\n".join(bad) or 0)
      """
    let answer = try Self.python(script)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(Int(answer.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 22)
  }

  private static func json(_ path: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: ProjectFiles.url(path)))
    return try #require(value as? [String: Any])
  }
}
