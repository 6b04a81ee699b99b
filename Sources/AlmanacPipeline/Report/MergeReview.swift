import AlmanacModel
import AlmanacRefine
import AlmanacStore
public import AlmanacTime
public import Foundation

/// The doubtful merges and the near misses of the last run: the content of
/// `almanac review merges`.
///
/// The most doubtful first, each with what an operator writes into `decisions.yaml`. Pairs that were
/// decided there since the run are left out.
public struct MergeReview: Sendable {
  public let lines: [Line]
  /// How many pairs there are without the limit.
  public let total: Int

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameters:
  ///   - now: Time of the last run if none is on record.
  ///   - limit: How many pairs at most.
  /// - Throws: `RunError.noEdition` if there was no run yet.
  public init(configuration: URL, output: URL, now: Instant, limit: Int) throws {
    let last = try LastRun(of: output, configuration: configuration)
    let now = try last.workspace.runs(limit: 1).first?.now ?? now
    var pairs: [DoubtfulPair] = []
    for campus in last.settings.campuses.map(\.campus) {
      let zone = ZoneDatabase.system.zone(named: campus.timezone) ?? .utc
      pairs += try last.workspace.doubtfulPairs(
        campus: campus.id, from: zone.startOfDay(zone.civil(at: now).date)
      ).filter { !$0.isDecided(by: last.settings.decisions) }
    }
    self.init(pairs, limit: limit)
  }

  init(_ pairs: [DoubtfulPair], limit: Int) {
    total = pairs.count
    lines = pairs.sorted { $0.isBefore($1) }.prefix(limit).map(Line.init)
  }
}

extension MergeReview {
  /// A paragraph to each pair.
  public var text: String {
    guard !lines.isEmpty else { return "no coming event is in doubt" }
    return lines.map { Self.paragraph($0.pair) }.joined(separator: "\n\n")
  }

  private static func paragraph(_ pair: DoubtfulPair) -> String {
    var lines = ["\(pair.score) \(pair.isMerged ? "merged" : "apart"), \(pair.campus)"]
    for record in [pair.first, pair.second] {
      lines.append("  \(record.listing)")
      let times = [record.start, record.end].compactMap { $0?.publicText }
      lines.append("    \(record.title)")
      lines.append(
        "    \(([times.joined(separator: " – ")] + details(of: record)).joined(separator: ", "))"
      )
    }
    if !pair.evidence.isEmpty {
      lines.append("  for       \(pair.evidence.joined(separator: ", "))")
    }
    if !pair.objections.isEmpty {
      lines.append("  against   \(pair.objections.joined(separator: ", "))")
    }
    lines.append("  one event: under 'same:', two: under 'different:' in decisions.yaml")
    lines.append("    \(decision(on: pair))")
    return lines.map { TerminalText.oneLine($0) }.joined(separator: "\n")
  }

  private static func details(of record: DoubtfulPair.Record) -> [String] {
    [record.venue, record.link].compactMap(\.self).filter { !$0.isEmpty }
  }

  /// An entry of `same:` or of `different:`. A string of JSON is one of YAML.
  private static func decision(on pair: DoubtfulPair) -> String {
    var json = JSONWriter()
    json.beginArray()
    for record in [pair.first, pair.second] { json.string(record.listing) }
    json.endArray()
    return "- listings: " + String(decoding: json.bytes, as: UTF8.self)
  }
}

extension MergeReview {
  public struct Line: Answer {
    public static let schema = "almanac.mergeReview/2"

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

    fileprivate let pair: DoubtfulPair

    public func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(pair.campus, forKey: .campus)
      try members.encode(pair.score, forKey: .score)
      try members.encode(pair.isMerged, forKey: .merged)
      try members.encode([pair.first, pair.second].map(Listing.init), forKey: .listings)
      try members.encode(pair.evidence, forKey: .evidence)
      try members.encode(pair.objections, forKey: .objections)
      try members.encode(decision(on: pair), forKey: .decision)
    }
  }
}
