import AlmanacModel
import AlmanacRefine
import AlmanacStore
public import AlmanacTime
public import Foundation

/// The publishers' categories that lead to none of ours: the content of `almanac review categories`.
///
/// Ranked by the coming events that bear them.
public struct CategoryReview: Sendable {
  public struct Line: Hashable, Answer {
    public static let schema = "almanac.categoryReview/2"

    public var campus: String
    /// As the publisher writes it.
    public var word: String
    /// Coming events, each counted once however often it takes place.
    public var events: Int
    /// Ids of the sources, sorted.
    public var sources: [String]
    /// What those events are now, the most frequent first.
    public var categories: [String]
    /// What to add, and where.
    public var remedy = ""
  }

  public let lines: [Line]
  /// How many there are without the limit.
  public let total: Int

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameters:
  ///   - isClockStated: whether the caller named the clock; else samples have their own.
  ///   - limit: how many lines at most.
  /// - Throws: `RunError.noEdition` where nothing has run yet.
  public init(
    configuration: URL, output: URL, now: Instant, isClockStated: Bool, limit: Int
  ) throws {
    let last = try LastRun(of: output, configuration: configuration)
    let clock = try last.clock(now, isStated: isClockStated)
    let categorizer = Categorizer(
      taxonomy: last.settings.taxonomy,
      sourceTables: Dictionary(
        last.settings.sources.map { ($0.id, $0.categories) }, uniquingKeysWith: { $1 }))
    var lines: [Line] = []
    for campus in last.settings.campuses {
      let zone = ZoneDatabase.system.zone(named: campus.campus.timezone) ?? .utc
      lines += Self.lines(
        of: try last.workspace.events(campus: campus.campus.id), campus: campus.campus.id,
        from: clock, zone, categorizer: categorizer)
    }
    self.init(lines, limit: limit)
  }

  /// Most events first, then by campus and word.
  init(_ lines: [Line], limit: Int) {
    total = lines.count
    self.lines = Array(
      lines.sorted { ($1.events, $0.campus, $0.word) < ($0.events, $1.campus, $1.word) }
        .prefix(limit))
  }

  static func lines(
    of events: [Event], campus: String, from now: Instant, _ zone: Zone, categorizer: Categorizer
  ) -> [Line] {
    var found: [String: (line: Line, categories: [String: Int])] = [:]
    for event in events
    where event.occurrences.contains(where: { $0.start.instant(in: zone) >= now }) {
      for word in Set(categorizer.unmappedWords(of: event)) {
        let blank = Line(campus: campus, word: word, events: 0, sources: [], categories: [])
        var entry = found[word] ?? (blank, [:])
        entry.line.events += 1
        entry.line.sources += event.listings.map(\.source)
        if let category = event.categorization?.category {
          entry.categories[category, default: 0] += 1
        }
        found[word] = entry
      }
    }
    return found.values.map { entry in
      var line = entry.line
      line.sources = Set(line.sources).sorted()
      line.categories = entry.categories.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map(\.key)
      line.remedy = remedy(line)
      return line
    }
  }
}

extension CategoryReview {
  public var text: String {
    guard !lines.isEmpty else {
      return "every publisher's category of the coming events leads to one of ours"
    }
    var table = TextTable([
      ("events", .right), ("campus", .left), ("publisher's category", .left), ("sources", .left),
      ("now in", .left), ("add to categories.yaml", .left),
    ])
    for line in lines {
      table.add(
        [
          String(line.events), line.campus, line.word, line.sources.joined(separator: ", "),
          line.categories.prefix(3).joined(separator: ", "), line.remedy,
        ].map { TerminalText.safe($0.replacing("\n", with: " ")) })
    }
    return table.text
  }

  private static func remedy(_ line: Line) -> String {
    var json = JSONWriter()
    json.string(line.word.lowercased())
    return "under 'publisher': \(json.text): \(line.categories.first ?? "CATEGORY")"
  }
}
