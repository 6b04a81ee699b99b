import AlmanacModel
import AlmanacRefine
import AlmanacStore
public import AlmanacTime
public import Foundation
import Logging

/// The doubtful merges and the near misses of the last run: the content of
/// `almanac review --merges`.
///
/// Closest to the line first, each with what an operator writes into `decisions.yaml`. Whatever is
/// decided there since the run is asked no more.
public struct MergeReview: Sendable {
  private let lines: [DoubtfulPair]
  /// How many pairs there are without the limit.
  public let total: Int

  /// How many pairs the review lists.
  public var count: Int { lines.count }

  /// Reads the workspace and compares again what the last run compared; needs no lock.
  ///
  /// - Parameters:
  ///   - now: the clock where no run is on record.
  ///   - limit: how many pairs at most.
  /// - Throws: `RunError.noEdition` where nothing has run yet.
  public init(configuration: URL, output: URL, now: Instant, limit: Int) async throws {
    let night = try LastNight(of: output, configuration: configuration)
    let (settings, workspace) = (night.settings, night.workspace)
    let context = RunContext(
      settings: settings,
      options: RunOptions(
        configuration: configuration, output: output,
        now: try workspace.runs(limit: 1).first?.now ?? now, samples: night.isOfSamples),
      workspace: workspace, zones: .system,
      log: Logger(label: "almanac") { _ in SwiftLogNoOpLogHandler() }, progress: .unwatched,
      isInterrupted: { false })
    var pairs: [DoubtfulPair] = []
    for campus in settings.campuses {
      let identities = try workspace.identities(campus: campus.campus.id)
      let input = try await DeduplicateStep.input(of: campus.campus, in: context, identities)
      pairs += await DoubtfulPair.all(in: input, workers: context.options.workers)
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
    for statement in [pair.first, pair.second] {
      lines.append("  \(statement.listing)")
      let times = [statement.start, statement.end].compactMap { $0?.publicText }
      lines.append("    \(statement.title)")
      lines.append(
        "    \(([times.joined(separator: " – ")] + details(of: statement)).joined(separator: ", "))"
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

  private static func details(of statement: DoubtfulPair.Statement) -> [String] {
    [statement.venue, statement.link].compactMap(\.self).filter { !$0.isEmpty }
  }

  /// An entry of `same:` or of `different:`. A string of JSON is one of YAML.
  private static func decision(on pair: DoubtfulPair) -> String {
    var json = JSONWriter()
    json.beginArray()
    for statement in [pair.first, pair.second] { json.string(statement.listing) }
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
      for statement in [pair.first, pair.second] { Self.write(statement, to: &json) }
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

  private static func write(_ statement: DoubtfulPair.Statement, to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", statement.listing)
    json.member("source", statement.source)
    json.member("title", statement.title)
    json.member("start", statement.start.publicText)
    json.member("end", statement.end?.publicText)
    json.member("venue", statement.venue)
    json.member("url", statement.link)
    json.endObject()
  }
}
