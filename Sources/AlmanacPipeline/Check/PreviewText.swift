import AlmanacIngest
import AlmanacModel

extension FeedPreview {
  private static let mostFindings = 10

  /// Text for people: format, items, times, places, categories, findings and new events.
  ///
  /// - Parameter limit: Maximum number of unplaced venue texts.
  public func text(style: TerminalStyle = .plain, limit: Int = 10) -> String {
    var lines = [style.strong(TerminalText.oneLine(subject))]
    func add(_ label: String, _ value: String) {
      guard !value.isEmpty else { return }
      let padding = String(repeating: " ", count: max(1, 12 - label.count))
      lines.append("  \(label)\(padding)\(TerminalText.oneLine(value))")
    }
    if let refusal {
      lines.append(
        "  \(style.tinted("rejected", .error))    \(refusal.code): "
          + TerminalText.oneLine(refusal.message))
    }
    add("format", formatText)
    add("items", itemText)
    for rule in rules { add("rules", rule.message) }
    if let firstStart, let lastStart {
      let times = firstStart == lastStart ? firstStart : "\(firstStart) … \(lastStart)"
      let isStale = network?.isStale == true
      add("times", isStale ? "\(times); stale, ask the publisher for a newer feed" : times)
    }
    add("zones", Self.text(zones) + (otherZone.map { "; the campus is in \($0)" } ?? ""))
    if comparedWith != nil || inWindow > 0 { add("published", noveltyText) }
    add("placed", Self.text(placed))
    add("categories", Self.text(categories))
    add("unmapped", unmapped.prefix(limit).joined(separator: ", "))
    var parts = [lines.joined(separator: "\n")]
    if let table = unplacedTable(limit) { parts.append(table) }
    if let diff, !diff.isEmpty { parts.append(diff.text(style: style, limit: limit)) }
    if let found = findingText(style) { parts.append(found) }
    return parts.joined(separator: "\n\n")
  }

  private var formatText: String {
    if let provider { return "a forecast of \(provider.rawValue)" }
    if let network {
      return (["a transit feed"] + network.agencies.prefix(3)).joined(separator: ", ")
    }
    guard let document else { return "" }
    let version = document.version.map { " \($0)" } ?? ""
    let title = document.title.map { ", '\($0)'" } ?? ""
    let encoding = document.encoding.map { ", \($0)" } ?? ""
    let language = document.language.map { ", \($0)" } ?? ""
    return "\(document.format?.rawValue ?? "unknown")\(version)\(title)\(encoding)\(language)"
  }

  private var itemText: String {
    guard refusal == nil else { return "" }
    if let network {
      return [
        String(counting: network.stops, "stop"), String(counting: network.routes, "route"),
        String(counting: accepted, "trip"),
      ].joined(separator: ", ")
    }
    if kind == .weather { return "\(String(counting: accepted, "step")) of a forecast" }
    let rejections = rejected > 0 ? ", \(rejected) rejected" : ""
    let series = series > 0 ? ", \(self.series) of them series" : ""
    return "\(read), of which \(accepted) can be used\(series)\(rejections)"
  }

  private var noveltyText: String {
    let counts = Novelty.allCases.compactMap { kind in
      novelties[kind].map { count in
        switch kind {
        case .new: "\(count) new"
        case .shared: "\(count) that other sources list too"
        case .known: "\(count) known already"
        }
      }
    }
    let beside = comparedWith.map { " (beside edition \($0))" } ?? " (there is no edition yet)"
    return "\(String(counting: inWindow, "event")) in the window"
      + (counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))") + beside
  }

  private static func text(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(12)
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      + (counts.count > 12 ? ", … \(counts.count) in all" : "")
  }

  private func unplacedTable(_ limit: Int) -> String? {
    guard !unplaced.isEmpty else { return nil }
    var table = TextTable("not placed", .numbers("events"), "reason", "it may be")
    for line in unplaced.prefix(limit) {
      table.add(
        [
          TerminalText.fitted(TerminalText.cell(line.venue), to: 60), String(line.count),
          line.reason, line.candidates.prefix(3).joined(separator: ", "),
        ])
    }
    let more = unplaced.count - limit
    return table.text + (more > 0 ? "\n… and \(more) more" : "")
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

extension FeedPreview: Answer {
  public static let schema = "almanac.preview/2"

  private enum CodingKeys: CodingKey {
    case subject, source, exit, kind, format, provider, title, encoding, language, bytes, network,
      read, accepted, rejected, series, firstStart, lastStart, events, comparedWith, novelty, zones,
      placed,
      categories, unmapped, unplaced, diff, findings
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(subject, forKey: .subject)
    try members.encodeIfPresent(source, forKey: .source)
    try members.encode(exitCode, forKey: .exit)
    try members.encode(kind, forKey: .kind)
    try members.encodeIfPresent(document?.format, forKey: .format)
    try members.encodeIfPresent(provider, forKey: .provider)
    try members.encodeIfPresent(document?.title, forKey: .title)
    try members.encodeIfPresent(document?.encoding, forKey: .encoding)
    try members.encodeIfPresent(document?.language, forKey: .language)
    try members.encode(bytes, forKey: .bytes)
    try members.encodeIfPresent(network, forKey: .network)
    try members.encode(read, forKey: .read)
    try members.encode(accepted, forKey: .accepted)
    try members.encode(rejected, forKey: .rejected)
    try members.encode(series, forKey: .series)
    try members.encodeIfPresent(firstStart, forKey: .firstStart)
    try members.encodeIfPresent(lastStart, forKey: .lastStart)
    try members.encode(inWindow, forKey: .events)
    try members.encodeIfPresent(comparedWith, forKey: .comparedWith)
    let novelty = Novelty.allCases.map { ($0.rawValue, novelties[$0] ?? 0) }
    try members.encode(Dictionary(novelty) { $1 }, forKey: .novelty)
    try members.encode(zones, forKey: .zones)
    try members.encode(placed, forKey: .placed)
    try members.encode(categories, forKey: .categories)
    try members.encode(unmapped, forKey: .unmapped)
    try members.encode(unplaced, forKey: .unplaced)
    try members.encodeIfPresent(diff, forKey: .diff)
    try members.encode([refusal].compactMap(\.self) + findings, forKey: .findings)
  }
}
