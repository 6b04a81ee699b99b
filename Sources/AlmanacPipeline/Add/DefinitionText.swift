import AlmanacIngest
import AlmanacModel
import AlmanacTime
import Foundation

/// The text of a proposed `feed.yaml`, with what each line means.
struct DefinitionText {
  let address: String
  let name: String
  let source: Source
  let document: Document
  let entries: [Entry]
  let mapping: MappingGuess?
  let use: Platform.Use?
  let options: PreviewOptions
  /// The folder of the whole project, which may be moved.
  let root: URL
  /// Where the definition goes.
  let file: URL

  /// The comment by which editors find the schema; none if the project has no schemas.
  private var schema: [String] {
    let schema = "config/schema/feed.schema.json"
    let folder = file.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: root.appending(path: schema).path),
      folder.hasPrefix(root.path + "/")
    else { return [] }
    let steps = folder.dropFirst(root.path.count + 1).split(separator: "/").count
    let way = String(repeating: "../", count: steps)
    return ["# yaml-language-server: $schema=\(way)\(schema)"]
  }

  var text: String {
    var lines = schema + ["# \(comment(summary))", ""]
    func add(_ comment: String, _ line: String...) {
      lines.append("# \(comment)")
      lines += line
    }
    func note(_ key: String) -> String { ConfigurationSchema.comment(on: key, .feed) }
    add(note("name"), "name: \(quoted(name))")
    add(note("campus"), "campus: \(source.campus)")
    let isTransit = source.kind == .transit
    if let use {
      add("\(use.platform.name): see docs/platforms.md.", "platform: \(use.platform.id)")
      lines += Self.lines(of: use).dropFirst()
    }
    if isTransit { add(note("kind"), "kind: transit") }
    if use?.isByDocument ?? true { add("Where it is fetched from.", place) }
    if source.pages != nil, use == nil { add(note("pages"), "pages: link") }
    func isOpen(_ key: String) -> Bool { use?.platform.feed?[key] == nil }
    if let format = document.format, isOpen("format") {
      add(
        "The detected format; without this line it is detected in each run.",
        "format: \(format == .rss1 || format == .rss09x ? "rss" : format.rawValue)")
    }
    lines += zone
    if !isTransit {
      let isFull = document.format == .icalendar
      if isOpen("completeness") {
        add(note("completeness"), "completeness: \(isFull ? "full" : "window")")
      }
      add(note("publisherKind"), "publisherKind: official")
    }
    if let language = document.language { lines.append("language: \(quoted(language))") }
    add(
      note("license"), "# license: CC-BY-4.0", "# \(note("attribution"))",
      "# attribution: \(quoted(name))")
    if !isTransit { add(note("publish"), "publish: full") }
    if isOpen("every") { add(note("every"), "every: 24h") }
    if !source.allowedHosts.isEmpty {
      add(
        note("allow"),
        "allow: [\(source.allowedHosts.map(quoted).joined(separator: ", "))]")
    }
    if !isTransit, isOpen("venue") { add(note("venue"), "venue: text") }
    lines += categories + mappingLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    if source.kind == .transit { return "Proposed by 'almanac add': a transit feed." }
    let dated = entries.count { $0.start != nil }
    let kind = document.format?.rawValue ?? "a document"
    let title = document.title.map { " '\($0)'" } ?? ""
    return
      "Proposed by 'almanac add': \(kind)\(title), \(String(counting: entries.count, "item")), \(dated) with a date."
  }

  /// A comment ends with its line.
  private func comment(_ text: String) -> String {
    TerminalText.oneLine(text).replacing("\\n", with: " ")
  }

  /// A word as it is; anything that YAML might read otherwise between quotation marks, as JSON has it.
  static func quoted(_ text: String) -> String {
    if text.wholeMatch(of: /[A-Za-z][A-Za-z0-9 ._\-]*[A-Za-z0-9]/) != nil,
      !["true", "false", "yes", "no", "on", "off", "null"].contains(text.lowercased())
    {
      return text
    }
    return JSONWriter.quoted(text)
  }

  private func quoted(_ text: String) -> String { Self.quoted(text) }

  /// The keys that name a site's calendar on a platform.
  static func lines(of use: Platform.Use) -> [String] {
    var lines = ["platform: \(use.platform.id)"]
    if let host = use.host { lines.append("host: \(quoted(host))") }
    if let calendar = use.calendar { lines.append("calendar: \(quoted(calendar))") }
    return lines
  }

  private var place: String {
    guard case .file(let path) = source.location else { return "url: \(quoted(address))" }
    let own = file.deletingLastPathComponent().standardizedFileURL.pathComponents
    let other = URL(filePath: path).standardizedFileURL.pathComponents
    let base = root.standardizedFileURL.pathComponents
    guard other.starts(with: base), own.starts(with: base) else { return "path: \(quoted(path))" }
    let common = zip(own, other).prefix { $0.0 == $0.1 }.count
    let steps = Array(repeating: "..", count: own.count - common) + other.dropFirst(common)
    return "path: \(quoted(steps.joined(separator: "/")))"
  }

  private var zone: [String] {
    if let timezone = options.timezone {
      return ["# The zone of times without one.", "timezone: \(timezone)"]
    }
    let bare = entries.count { entry in
      if case .floating = entry.start { true } else { false }
    }
    guard bare > 0, use?.platform.feed?["timezone"] == nil else { return [] }
    return [
      "# \(bare) of its times have no zone: that of the campus is used, or the one that is set here.",
      "# timezone: Europe/Paris",
    ]
  }

  /// The feed's own words, for a person to map.
  private var categories: [String] {
    var counts: [String: Int] = [:]
    for entry in entries {
      for word in Set(entry.categories) { counts[word.lowercased(), default: 0] += 1 }
    }
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
    guard !words.isEmpty else { return [] }
    return [
      "# Its own category words, if the table of categories.yaml does not fit:", "# categories:",
    ]
      + words.map { "#   \(comment(quoted($0.key))): ID" }
  }

  private func value(of field: MappingGuess.Field) -> String {
    var path = quoted(field.path)
    if let time = field.time { return "{date: \(path), time: \(quoted(time))}" }
    if let other = field.alternative { path = "[\(path), \(quoted(other))]" }
    if field.isExclusive { return "{date: \(path), exclusive: true}" }
    guard let room = field.room else { return path }
    let separator = quoted(MappingGuess.roomSeparator)
    return "{join: [\(path), \(quoted(room))], separator: \(separator)}"
  }

  private var mappingLines: [String] {
    guard let mapping else { return [] }
    var lines = [
      "",
      "# Which parts of the document are the events: a guess from their names; check it.",
      "mapping:", "  item: \(mapping.item.isEmpty ? "\"\"" : quoted(mapping.item))",
    ]
    for field in mapping.fields {
      lines.append("  \(field.name): \(value(of: field))")
    }
    if let order = mapping.dateOrder {
      lines += [
        "  # Day and month in dates such as 5/8/2019, as its other dates show.",
        "  order: \(order.rawValue)",
      ]
    } else if entries.contains(where: { $0.start == nil }) {
      lines += [
        "  # Some dates can't be read: set whether the day (dmy) or the month (mdy) comes first in those",
        "  # such as 5/8/2019, or give their pattern, {date: …, format: [\"d MMM yyyy\"]}.",
        "  # order: dmy",
      ]
    }
    if !mapping.others.isEmpty {
      lines.append("  # What its items also have:")
      for path in mapping.others.prefix(20) { lines.append("  #   \(comment(path))") }
    }
    return lines
  }
}
