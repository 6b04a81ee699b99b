import AlmanacModel

extension FeedPreview {
  private static let mostFindings = 10

  /// For people: what it is, when, where, of what kind, what is odd and what is new.
  ///
  /// - Parameter limit: how many venue texts that were not placed are told.
  public func text(style: TerminalStyle = .plain, limit: Int = 10) -> String {
    var lines = [style.strong(TerminalText.oneLine(subject))]
    func add(_ label: String, _ value: String) {
      guard !value.isEmpty else { return }
      let padding = String(repeating: " ", count: max(1, 12 - label.count))
      lines.append("  \(label)\(padding)\(TerminalText.oneLine(value))")
    }
    if let refusal {
      lines.append(
        "  \(style.tinted("refused", .error))     \(refusal.code): "
          + TerminalText.oneLine(refusal.message))
    }
    add("format", formatText)
    add("items", itemText)
    if let firstStart, let lastStart {
      add("times", firstStart == lastStart ? firstStart : "\(firstStart) … \(lastStart)")
    }
    add("zones", Self.text(zones) + (otherZone.map { "; the campus is in \($0)" } ?? ""))
    if comparedWith != nil || inWindow > 0 { add("published", noveltyText) }
    add("placed", Self.text(placed))
    add("categories", Self.text(categories))
    add("unmapped", unmapped.prefix(limit).joined(separator: ", "))
    var parts = [lines.joined(separator: "\n")]
    if let table = unplacedTable(limit) { parts.append(table) }
    if let table = exampleTable { parts.append(table) }
    if let found = findingText(style) { parts.append(found) }
    return parts.joined(separator: "\n\n")
  }

  private var formatText: String {
    if let provider { return "a forecast of \(provider.rawValue)" }
    guard let document else { return "" }
    let version = document.version.map { " \($0)" } ?? ""
    let title = document.title.map { ", '\($0)'" } ?? ""
    let encoding = document.encoding.map { ", \($0)" } ?? ""
    let language = document.language.map { ", \($0)" } ?? ""
    return "\(document.format?.rawValue ?? "unknown")\(version)\(title)\(encoding)\(language)"
  }

  private var itemText: String {
    guard refusal == nil else { return "" }
    if isWeather { return "\(String(counting: kept, "step")) of a forecast" }
    let setAside = quarantined > 0 ? ", \(quarantined) set aside" : ""
    let series = series > 0 ? ", \(self.series) of them series" : ""
    return "\(seen), of which \(kept) can be used\(series)\(setAside)"
  }

  private var noveltyText: String {
    let counts = Novelty.allCases.compactMap { kind in
      novelties[kind].map { count in
        switch kind {
        case .new: "\(count) new"
        case .shared: "\(count) that other sources state too"
        case .known: "\(count) known already"
        }
      }
    }
    let beside = comparedWith.map { " (beside edition \($0))" } ?? " (there is no edition yet)"
    return "\(String(counting: inWindow, "event")) in the window"
      + (counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))") + beside
  }

  private static func text(_ counts: [Count]) -> String {
    counts.prefix(12).map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      + (counts.count > 12 ? ", … \(counts.count) in all" : "")
  }

  private func unplacedTable(_ limit: Int) -> String? {
    guard !unplaced.isEmpty else { return nil }
    var table = TextTable([
      ("not placed", .left), ("items", .right), ("reason", .left), ("it may be", .left),
    ])
    for line in unplaced.prefix(limit) {
      table.add(
        [
          TerminalText.fitted(TerminalText.oneLine(line.venue), to: 60), String(line.count),
          line.reason, line.candidates.prefix(3).joined(separator: ", "),
        ])
    }
    let more = unplaced.count - limit
    return table.text + (more > 0 ? "\n… and \(more) more" : "")
  }

  private var exampleTable: String? {
    guard !examples.isEmpty else { return nil }
    var table = TextTable([
      ("", .left), ("start", .left), ("title", .left), ("place", .left), ("category", .left),
      ("also stated by", .left),
    ])
    for example in examples {
      table.add([
        example.novelty.rawValue, example.start,
        TerminalText.fitted(TerminalText.oneLine(example.title), to: 50), example.place ?? "",
        example.category ?? "", example.sources.joined(separator: ", "),
      ])
    }
    return table.text
  }

  private func findingText(_ style: TerminalStyle) -> String? {
    guard !findings.isEmpty else { return nil }
    let groups = Dictionary(grouping: findings, by: \.code).sorted {
      ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue)
    }
    var lines: [String] = []
    for (code, members) in groups.prefix(Self.mostFindings) {
      guard let first = members.first else { continue }
      let tint: TerminalStyle.Tint? = first.severity == .info ? nil : .warning
      let place = first.line.map { "line \($0): " } ?? ""
      let count = members.count > 1 ? " \(members.count)×, the first" : ""
      lines.append(
        "\(style.tinted(code.rawValue, tint))\(count): \(place)"
          + TerminalText.oneLine(first.message))
    }
    if groups.count > Self.mostFindings {
      lines.append("… and \(groups.count - Self.mostFindings) more kinds; --json has them all")
    }
    return lines.joined(separator: "\n")
  }
}

extension FeedPreview {
  /// One JSON object on a line.
  public var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.preview/1")
    json.member("subject", subject)
    json.member("source", source)
    json.member("exit", Int(exitCode.rawValue))
    json.member("kind", isWeather ? "weather" : "events")
    json.member("format", document?.format?.rawValue)
    json.member("provider", provider?.rawValue)
    json.member("title", document?.title)
    json.member("encoding", document?.encoding)
    json.member("language", document?.language)
    json.member("bytes", bytes)
    json.member("items", seen)
    json.member("kept", kept)
    json.member("quarantined", quarantined)
    json.member("series", series)
    json.member("firstStart", firstStart)
    json.member("lastStart", lastStart)
    json.member("events", inWindow)
    json.member("comparedWith", comparedWith)
    for kind in Novelty.allCases { json.member(kind.rawValue, novelties[kind] ?? 0) }
    write("zones", zones, to: &json)
    write("placed", placed, to: &json)
    write("categories", categories, to: &json)
    json.member("unmapped", unmapped)
    json.key("unplaced")
    json.beginArray()
    for line in unplaced {
      json.beginObject()
      json.member("venue", line.venue)
      json.member("reason", line.reason)
      json.member("items", line.count)
      json.member("candidates", line.candidates)
      json.endObject()
    }
    json.endArray()
    json.key("findings")
    json.beginArray()
    for finding in [refusal].compactMap(\.self) + findings {
      json.beginObject()
      json.member("severity", finding.severity.rawValue)
      json.member("code", finding.code.rawValue)
      json.member("subject", finding.subject)
      json.member("line", finding.line)
      json.member("message", finding.message)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.text
  }

  private func write(_ name: String, _ counts: [Count], to json: inout JSONWriter) {
    json.key(name)
    json.beginObject()
    for count in counts { json.member(count.name, count.count) }
    json.endObject()
  }
}
