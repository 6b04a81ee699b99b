import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// Labeled events as NDJSON: `title`, `description`, `venue`, `organizer`, `publisher_category` (several
/// with "; " between them) or `categories`, `feed` or `source`, `id`, and `label`: the id, name or alias
/// of a category.
enum CategoryLabels {
  /// Lines that can't be used are told and left out.
  ///
  /// - Throws: `RecordFilterError` where no line is a labeled event.
  static func read(_ bytes: [UInt8], taxonomy: Taxonomy) throws -> ([LabeledEvent], [Finding]) {
    var events: [LabeledEvent] = []
    var findings: [Finding] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      guard let record = try? JSONValue(parsing: Array(line)),
        let label = record.text("label"), let title = record.text("title")
      else {
        findings.append(
          Finding(
            "Q_RECORD", message: "the line has no 'title' and 'label'; it was left out",
            line: index + 1))
        continue
      }
      guard let category = taxonomy.category(named: label) else {
        findings.append(Finding(CategorizeError.unknownCategory(label), subject: label))
        continue
      }
      events.append(event(record, title: title, category: category.id, line: index + 1))
    }
    guard !events.isEmpty else { throw RecordFilterError() }
    return (events, findings)
  }

  private static func event(
    _ record: JSONValue, title: String, category: String, line: Int
  ) -> LabeledEvent {
    let stated =
      record.text("publisher_category")?.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces).replacing("&amp;", with: "&")
      } ?? record["categories"]?.array?.compactMap(\.string) ?? []
    return LabeledEvent(
      id: record.text("id") ?? String(line),
      feed: record.text("feed") ?? record.text("source") ?? "",
      sample: CategorySample(
        title: title, text: record.text("description") ?? "", venue: record.text("venue") ?? "",
        organizer: record.text("organizer") ?? ""),
      publisherCategories: stated, category: category)
  }
}
