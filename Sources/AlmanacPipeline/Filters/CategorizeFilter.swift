public import AlmanacModel
import AlmanacRefine
import AlmanacTime
public import Foundation

/// `almanac categorize` on NDJSON.
public struct CategorizeFilter: RecordFilter {
  public static let stage = StageName.categorize

  private let categories: CategorySettings

  /// - Parameter file: `categories.yaml`; nil: the built-in taxonomy.
  /// - Throws: `ConfigurationError` for a taxonomy that can't be read.
  public init(taxonomy file: URL?) throws {
    categories = try file.map { try TaxonomyLoader.settings(of: $0) } ?? DefaultFiles.categories()
  }

  public func additions(to records: [JSONValue], tally: WorkTally) async throws
    -> FilterAdditions
  {
    let events = records.enumerated().map { index, record in
      Event(
        id: String(index), campus: record.campus ?? "", title: record.text("title") ?? "",
        text: record.text("description"), organizer: record.text("organizer"),
        venue: record.text("venue"),
        sourceCategories: record["categories"]?.array?.compactMap(\.string) ?? [],
        occurrences: [], listings: [])
    }
    let batch = try await Categorizer(
      taxonomy: categories.taxonomy, model: categories.model, tally: tally
    ).run(events)
    let members = batch.records.map { event -> [(name: String, value: JSONValue)] in
      [
        ("category", .string(event.categorization.category)),
        ("confidence", .number(event.categorization.confidence)),
        ("reason", .string(event.categorization.reason)),
        ("abstained", .bool(event.categorization.abstained)),
      ]
    }
    return FilterAdditions(members: members, findings: categories.findings + batch.findings)
  }
}
