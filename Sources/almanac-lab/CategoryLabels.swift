import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import ArgumentParser
import Foundation

struct CategoryLabelOptions: ParsableArguments {
  @Argument(help: "The labeled events (NDJSON); '-' is standard input.")
  var labels: String

  @Option(help: ArgumentHelp("Further labeled events, counting less.", valueName: "file"))
  var pool: String?

  @Option(help: ArgumentHelp("The taxonomy.", valueName: "file"))
  var categories = "config/categories.yaml"

  func read() throws -> CategoryLabels {
    try CategoryLabels(
      try TaxonomyLoader.taxonomy(of: URL(filePath: categories)),
      labels: try InputFile.bytes(of: labels), pool: try pool.map(InputFile.bytes))
  }
}

/// Labeled events, and a learner of them.
///
/// NDJSON with `title`, `description`, `venue`, `organizer`, `publisher_category` (several with "; "
/// between them) or `categories`, `feed` or `source`, `campus` or `city`, `id`, and `label`: the id,
/// name or alias of a category.
struct CategoryLabels {
  /// Of one file of labels.
  struct Facts: Encodable, Sendable {
    let sha256: String
    let events, feeds: Int
    /// The number of events by category.
    let categories: [String: Int]

    init(_ events: [LabeledEvent], of bytes: [UInt8], _ taxonomy: Taxonomy) {
      sha256 = Fingerprint.digest(of: bytes)
      self.events = events.count
      feeds = Set(events.map(\.feed)).count
      categories = Dictionary(
        taxonomy.categories.map { ($0.id, 0) } + events.map { ($0.category, 1) },
        uniquingKeysWith: +)
    }
  }

  let taxonomy: Taxonomy
  let events: [LabeledEvent]
  /// Lines that can't be used.
  let findings: [Finding]
  let learner: CategoryLearner
  let facts: Facts
  let poolFacts: Facts?

  /// - Parameter pool: Further events to learn from, counting less.
  /// - Throws: `RecordFilterError` if no line of a text is a labeled event.
  init(_ taxonomy: Taxonomy, labels: [UInt8], pool: [UInt8]? = nil) throws {
    self.taxonomy = taxonomy
    let read = try Self.read(labels, taxonomy)
    let further = try pool.map { try Self.read($0, taxonomy) }
    events = read.events
    findings = read.findings + (further?.findings ?? [])
    learner = CategoryLearner(taxonomy: taxonomy, labels: events, pool: further?.events ?? [])
    facts = Facts(events, of: labels, taxonomy)
    poolFacts = further.map { Facts($0.events, of: pool ?? [], taxonomy) }
  }

  /// The score of models that have not seen what they are asked.
  func score(_ split: CategoryLearner.Split, adapting: Bool = false) -> CategoryScore {
    CategoryScore(
      learner.unseenGuesses(split, adapting: adapting), categories: learner.categories)
  }

  static func read(
    _ bytes: [UInt8], _ taxonomy: Taxonomy
  ) throws -> (events: [LabeledEvent], findings: [Finding]) {
    var (events, findings) = try LabFiles.records(in: bytes, LabeledEvent.init)
    // A record has the name of its category so far.
    events = events.compactMap { event in
      guard let category = taxonomy.category(named: event.category) else {
        findings.append(.unknownCategory(event.category))
        return nil
      }
      var event = event
      event.category = category.id
      return event
    }
    guard !events.isEmpty else { throw RecordFilterError() }
    return (events, findings)
  }
}

extension LabeledEvent {
  fileprivate init(line: Int, _ record: JSONValue) throws(LogLineError) {
    guard let label = record.text("label"), let title = record.text("title") else {
      throw LogLineError(member: "label", expected: "a category, and 'title' a text")
    }
    let words =
      record.text("publisher_category")?.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces).replacing("&amp;", with: "&")
      } ?? record["categories"]?.array?.compactMap(\.string) ?? []
    self.init(
      id: record.text("id") ?? String(line),
      feed: record.text("feed") ?? record.text("source") ?? "",
      campus: record.text("campus") ?? record.text("city") ?? "",
      sample: CategorySample(
        title: title, text: record.text("description") ?? "", venue: record.text("venue") ?? "",
        organizer: record.text("organizer") ?? ""),
      publisherCategories: words, category: label)
  }
}
