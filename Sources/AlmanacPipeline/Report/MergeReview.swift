import AlmanacModel
import AlmanacRefine
import AlmanacStore
public import AlmanacTime
public import Foundation

/// The doubtful merges and the near misses of the last run: the content of
/// `almanac review --merges`.
///
/// The most doubtful first, each with what an operator writes into `decisions.yaml`. Pairs that were
/// decided there since the run are left out.
public struct MergeReview: Sendable {
  private let lines: [DoubtfulPair]
  /// How many pairs there are without the limit.
  public let total: Int

  /// How many pairs the review lists.
  public var count: Int { lines.count }

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameters:
  ///   - now: Time of the last run if none is on record.
  ///   - limit: How many pairs at most.
  /// - Throws: `RunError.noEdition` if there was no run yet.
  public init(configuration: URL, output: URL, now: Instant, limit: Int) throws {
    let night = try LastNight(of: output, configuration: configuration)
    let now = try night.workspace.runs(limit: 1).first?.now ?? now
    var pairs: [DoubtfulPair] = []
    for campus in night.settings.campuses.map(\.campus) {
      let zone = ZoneDatabase.system.zone(named: campus.timezone) ?? .utc
      pairs += try night.workspace.doubtfulPairs(
        campus: campus.id, from: zone.startOfDay(zone.civil(at: now).date)
      ).filter { !$0.isDecided(by: night.settings.decisions) }
    }
    self.init(pairs, limit: limit)
  }

  init(_ pairs: [DoubtfulPair], limit: Int) {
    total = pairs.count
    lines = Array(pairs.sorted { $0.isBefore($1) }.prefix(limit))
  }
}

extension MergeReview {
  /// A paragraph to each pair.
  public var text: String {
    guard !lines.isEmpty else { return "no coming event is in doubt" }
    return lines.map(Self.paragraph).joined(separator: "\n\n")
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

  /// One JSON object a line.
  public var json: [UInt8] {
    var json = JSONWriter()
    for pair in lines {
      json.beginObject()
      json.member("campus", pair.campus)
      json.member("score", pair.score)
      json.member("merged", pair.isMerged)
      json.key("listings")
      json.beginArray()
      for record in [pair.first, pair.second] { Self.write(record, to: &json) }
      json.endArray()
      for (name, words) in [("evidence", pair.evidence), ("objections", pair.objections)] {
        json.key(name)
        json.beginArray()
        for word in words { json.string(word) }
        json.endArray()
      }
      json.member("decision", Self.decision(on: pair))
      json.endObject()
      json.endLine()
    }
    return json.bytes
  }

  private static func write(_ record: DoubtfulPair.Record, to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", record.listing)
    json.member("source", record.source)
    json.member("title", record.title)
    json.member("start", record.start.publicText)
    json.member("end", record.end?.publicText)
    json.member("venue", record.venue)
    json.member("url", record.link)
    json.endObject()
  }
}
