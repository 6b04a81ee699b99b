import AlmanacModel
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// A publisher's category that leads to none of ours: a line of `almanac review categories`.
///
/// Ranked by the upcoming events that have it.
public struct UnmappedCategory: Hashable, ReviewLine {
  public static let schema = "almanac.categoryReview/2"
  public static let nothing =
    "every publisher's category of the upcoming events leads to one of ours"

  public var campus: String
  /// As the publisher writes it.
  public var word: String
  /// Upcoming events, each counted once however often it takes place.
  public var events: Int
  /// Ids of the sources, sorted.
  public var sources: [String]
  /// What those events are now, the most frequent first.
  public var categories: [String]
  /// What to add, and where.
  public var remedy = ""

  public static func all(of last: LastRun) throws -> [UnmappedCategory] {
    let categorizer = Categorizer(
      taxonomy: last.settings.taxonomy,
      sourceTables: Dictionary(last.settings.sources.map { ($0.id, $0.categories) }) { $1 })
    return try last.settings.campuses.map(\.campus).flatMap { campus in
      lines(
        of: try last.workspace.events(campus: campus.id), campus: campus.id, from: last.upcoming,
        campus.zone, categorizer: categorizer)
    }
  }

  /// Most events first, then by campus and word.
  public func isBefore(_ other: UnmappedCategory) -> Bool {
    (other.events, campus, word) < (events, other.campus, other.word)
  }

  static func lines(
    of events: [Event], campus: String, from now: Instant, _ zone: Zone, categorizer: Categorizer
  ) -> [UnmappedCategory] {
    var found: [String: (line: UnmappedCategory, categories: [String: Int])] = [:]
    for event in events
    where event.occurrences.contains(where: { $0.start.instant(in: zone) >= now }) {
      for word in Set(categorizer.unmappedWords(of: event)) {
        let blank = UnmappedCategory(
          campus: campus, word: word, events: 0, sources: [], categories: [])
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

extension UnmappedCategory {
  public static func text(of lines: [UnmappedCategory]) -> String {
    var table = TextTable(
      .numbers("events"), "campus", "publisher's category", "sources", "now in",
      "add to categories.yaml")
    for line in lines {
      table.add([
        String(line.events), line.campus, line.word, line.sources.joined(separator: ", "),
        line.categories.prefix(3).joined(separator: ", "), line.remedy,
      ])
    }
    return table.text
  }

  private static func remedy(_ line: UnmappedCategory) -> String {
    "under 'publisher': \(JSONWriter.quoted(line.word.lowercased())): "
      + (line.categories.first ?? "CATEGORY")
  }
}
