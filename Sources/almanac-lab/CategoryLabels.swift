import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// Labeled events, and a learner of them.
///
/// NDJSON with `title`, `description`, `venue`, `organizer`, `publisher_category` (several with "; "
/// between them) or `categories`, `feed` or `source`, `campus` or `city`, `id`, and `label`: the id,
/// name or alias of a category.
struct CategoryLabels {
  let taxonomy: Taxonomy
  let events: [LabeledEvent]
  /// Further events to learn from, counting less.
  let pool: [LabeledEvent]
  /// Lines that can't be used.
  let findings: [Finding]
  let learner: CategoryLearner

  /// - Parameter pool: May be empty.
  /// - Throws: `RecordFilterError` if no line of a text is a labeled event.
  init(_ taxonomy: Taxonomy, labels: [UInt8], pool: [UInt8]) throws {
    self.taxonomy = taxonomy
    let read = try Self.read(labels, taxonomy)
    let further = pool.isEmpty ? ([], []) : try Self.read(pool, taxonomy)
    (events, self.pool, findings) = (read.0, further.0, read.1 + further.1)
    learner = CategoryLearner(taxonomy: taxonomy, labels: events, pool: self.pool)
  }

  static func read(
    _ bytes: [UInt8], _ taxonomy: Taxonomy
  ) throws -> ([LabeledEvent], [Finding]) {
    var (lines, findings) = LabeledLines.read(
      bytes, mistake: "the line has no 'title' and 'label'"
    ) { number, line -> (label: String, event: LabeledEvent)? in
      let record = try JSONValue(parsing: line)
      guard let label = record.text("label"), let title = record.text("title") else { return nil }
      return (label, event(record, title: title, line: number))
    }
    let events = lines.compactMap { label, event -> LabeledEvent? in
      guard let category = taxonomy.category(named: label) else {
        findings.append(.unknownCategory(label))
        return nil
      }
      var event = event
      event.category = category.id
      return event
    }
    guard !events.isEmpty else { throw RecordFilterError() }
    return (events, findings)
  }

  private static func event(_ record: JSONValue, title: String, line: Int) -> LabeledEvent {
    let words =
      record.text("publisher_category")?.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces).replacing("&amp;", with: "&")
      } ?? record["categories"]?.array?.compactMap(\.string) ?? []
    return LabeledEvent(
      id: record.text("id") ?? String(line),
      feed: record.text("feed") ?? record.text("source") ?? "",
      campus: record.text("campus") ?? record.text("city") ?? "",
      sample: CategorySample(
        title: title, text: record.text("description") ?? "", venue: record.text("venue") ?? "",
        organizer: record.text("organizer") ?? ""),
      publisherCategories: words, category: "")
  }
}
