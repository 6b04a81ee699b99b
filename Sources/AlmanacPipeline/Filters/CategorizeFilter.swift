public import AlmanacModel
import AlmanacRefine
import AlmanacTime
public import Foundation

/// `almanac categorize` on NDJSON.
public struct CategorizeFilter: RecordFilter {
  public static let stage = StageName.categorize

  private let taxonomy: Taxonomy

  /// - Throws: `ConfigurationError` for a taxonomy that can't be read.
  public init(taxonomy file: URL) throws {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw ConfigurationError(
        file: file.path,
        "can't be read (\(error.localizedDescription)); name it with --categories FILE")
    }
    taxonomy = try TaxonomyLoader.load(.load(file: file.path, bytes: bytes))
  }

  public func additions(to records: [JSONValue], tally: WorkTally) async throws
    -> FilterAdditions
  {
    let events = records.enumerated().map { index, record in
      Event(
        id: String(index), campus: record.campus ?? "", title: record.text("title") ?? "",
        text: record.text("description"), venue: record.text("venue"),
        sourceCategories: record["categories"]?.array?.compactMap(\.string) ?? [],
        occurrences: [], listings: [])
    }
    let batch = try await Categorizer(taxonomy: taxonomy, tally: tally).run(events)
    let members = batch.records.map { event -> [(name: String, value: JSONValue)] in
      [
        ("category", .string(event.categorization.category)),
        ("confidence", .number(event.categorization.confidence)),
        ("reason", .string(event.categorization.reason)),
        ("abstained", .bool(event.categorization.abstained)),
      ]
    }
    return FilterAdditions(members: members, findings: batch.findings)
  }
}
