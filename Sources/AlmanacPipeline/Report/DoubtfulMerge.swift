import AlmanacModel
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// A doubtful merge or a near miss of the last run: a line of `almanac review merges`.
///
/// The most doubtful is first. Pairs that were decided in `decisions.yaml` since the run are left out.
public struct DoubtfulMerge: ReviewLine {
  public static let schema = "almanac.mergeReview/2"
  public static let nothing = "no upcoming event is in doubt"

  private enum CodingKeys: CodingKey {
    case campus, score, merged, listings, evidence, objections, decision
  }

  private struct Listing: Encodable {
    let id, source, title, start: String
    let end, venue, url: String?

    init(_ record: DoubtfulPair.Record) {
      (id, source, title) = (record.listing, record.source, record.title)
      (start, end) = (record.start.publicText, record.end?.publicText)
      (venue, url) = (record.venue, record.link)
    }
  }

  private let pair: DoubtfulPair
  private let campus: String
  private let score: Double
  private let merged: Bool
  private let listings: [Listing]
  private let evidence: [String]
  private let objections: [String]
  /// An entry of `same:` or of `different:` in `decisions.yaml`.
  private let decision: String

  init(_ pair: DoubtfulPair) {
    self.pair = pair
    (campus, score, merged) = (pair.campus, pair.score, pair.isMerged)
    (evidence, objections) = (pair.evidence, pair.objections)
    listings = [pair.first, pair.second].map(Listing.init)
    // A string of JSON is one of YAML.
    let ids = listings.map { JSONWriter.quoted($0.id) }
    decision = "- listings: [\(ids.joined(separator: ","))]"
  }

  /// Reads the upcoming pairs.
  public static func all(of last: LastRun) throws -> [DoubtfulMerge] {
    try last.settings.campuses.map(\.campus).flatMap { campus in
      let zone = campus.zone
      return try last.workspace.doubtfulPairs(
        campus: campus.id, from: zone.startOfDay(zone.civil(at: last.upcoming).date)
      ).filter { !$0.isDecided(by: last.settings.decisions) }.map(DoubtfulMerge.init)
    }
  }

  public func isBefore(_ other: DoubtfulMerge) -> Bool { pair.isBefore(other.pair) }

  /// A paragraph for each pair.
  public static func text(of lines: [DoubtfulMerge]) -> String {
    lines.map(\.paragraph).joined(separator: "\n\n")
  }

  private var paragraph: String {
    var lines = ["\(score) \(merged ? "merged" : "apart"), \(campus)"]
    for listing in listings {
      let times = [listing.start, listing.end].compactMap(\.self).joined(separator: " – ")
      let details = [listing.venue, listing.url].compactMap(\.self).filter { !$0.isEmpty }
      lines += ["  \(listing.id)", "    \(listing.title)"]
      lines.append("    \(([times] + details).joined(separator: ", "))")
    }
    if !evidence.isEmpty { lines.append("  for       \(evidence.joined(separator: ", "))") }
    if !objections.isEmpty { lines.append("  against   \(objections.joined(separator: ", "))") }
    lines.append("  one event: under 'same:', two: under 'different:' in decisions.yaml")
    lines.append("    \(decision)")
    return lines.map { TerminalText.oneLine($0) }.joined(separator: "\n")
  }
}
