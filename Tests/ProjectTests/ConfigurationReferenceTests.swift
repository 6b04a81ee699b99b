import AlmanacTestSupport
import Foundation
import Testing

/// `docs/configuration.md` describes the keys that the schemas declare; the loader checks files against these.
///
/// The tables between `<!-- keys: MARK -->` and `<!-- end -->` are written by `make docs`.
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

  private static let page = "docs/configuration.md"

  /// The page with its tables as they should be.
  private static func corrected(_ text: String) throws -> String {
    var parts = text.components(separatedBy: "<!-- keys: ")
    for index in parts.indices.dropFirst() {
      let mark = parts[index].components(separatedBy: " -->\n")[0]
      let tail = try #require(parts[index].range(of: "<!-- end -->"), "\(mark)")
      let table = try SchemaTables.table(mark)
      parts[index] = "\(mark) -->\n\n\(table)\n" + parts[index][tail.lowerBound...]
    }
    return parts.joined(separator: "<!-- keys: ")
  }

  @Test("the tables of keys are those of the schemas")
  func tables() throws {
    let text = try ProjectFiles.text(Self.page)
    let marks = text.matches(of: /<!-- keys: (.+) -->/).map { String($0.1) }
    // A secret is described once, with the feeds.
    #expect(Set(marks) == Set(try SchemaTables.marks()).subtracting(["almanac secret"]))
    #expect(marks.count == Set(marks).count)
    let corrected = try Self.corrected(text)
    if ProcessInfo.processInfo.environment["ALMANAC_RECORD"] != nil {
      try Data(corrected.utf8).write(to: ProjectFiles.url(Self.page))
    }
    for (found, wanted) in zip(
      text.components(separatedBy: "\n### "), corrected.components(separatedBy: "\n### "))
    {
      #expect(found == wanted)
    }
  }

  @Test("every key of a schema says of what type it is, what it means, and what holds without it")
  func keys() throws {
    var count = 0
    for mark in try SchemaTables.marks() where mark != "almanac secret" {
      for key in try SchemaTables.keys(of: mark) {
        let cells = [key.type, key.standard ?? "required", key.meaning]
        #expect(cells.allSatisfy { $0.contains { !$0.isWhitespace } }, "\(mark): \(key.name)")
        #expect(!cells.contains { $0.contains("|") }, "\(mark): \(key.name)")
        count += 1
      }
    }
    #expect(count > 130)
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
}
