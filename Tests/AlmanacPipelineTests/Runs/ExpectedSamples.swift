import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

/// What must come out of the samples: the tables under feeds/expected, which follow a person's
/// reading of them. feeds/README.md explains the columns.
enum ExpectedSamples {
  struct SourceRow: Sendable, CustomTestStringConvertible {
    let id: String
    let items: Int
    let kept: Int
    /// Codes of the findings that set items aside, ascending.
    let quarantined: [String]

    var testDescription: String { id }
  }

  struct ListingRow: Sendable, CustomTestStringConvertible {
    let source: String
    let key: String
    let title: String
    /// On the campus's clocks, to the minute; a whole day has no time of day.
    let start: String
    /// "" where the source states none; of whole days the last one.
    let end: String
    /// `private` and the like, or the status that the source states; "" for neither.
    let note: String
    /// The name, here only, of an event that several listings state.
    let event: String
    /// As the listing states it, in plain text.
    let venue: String
    let place: String
    let room: String
    /// Why there is no place.
    let reason: String

    var listing: String { source + "/" + key }
    var isHidden: Bool { Visibility(rawValue: note) != nil }
    var testDescription: String { "\(source): \(title), \(start)" }
  }

  static let sources: [SourceRow] = rows(of: "sources.tsv").compactMap { row in
    guard row.count == 4, let items = Int(row[1]), let kept = Int(row[2]) else { return nil }
    return SourceRow(
      id: row[0], items: items, kept: kept,
      quarantined: row[3].split(separator: " ").map(String.init).sorted())
  }

  static let listings: [ListingRow] = rows(of: "listings.tsv").compactMap { row in
    guard row.count == 11 else { return nil }
    return ListingRow(
      source: row[0], key: row[1], title: row[2], start: row[3], end: row[4], note: row[5],
      event: row[6], venue: row[7], place: row[8], room: row[9], reason: row[10])
  }

  /// Listings of the events that are listed more than once, by the events' names.
  static let duplicates: [String: Set<String>] = Dictionary(
    grouping: listings.filter { !$0.event.isEmpty }, by: \.event
  ).mapValues { Set($0.map(\.listing)) }

  /// How many lines of a table are no rows of the form above.
  static func malformed(_ name: String, columns: Int) -> Int {
    rows(of: name).count { $0.count != columns }
  }

  /// The rows below the heading; none where the file can't be read.
  private static func rows(of name: String) -> [[String]] {
    let file = ProjectFiles.url("feeds/expected/\(name)")
    guard let data = FileManager.default.contents(atPath: file.path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
