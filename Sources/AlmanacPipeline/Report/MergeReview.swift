import AlmanacModel
import AlmanacRefine
import AlmanacStore
public import AlmanacTime
public import Foundation
import Logging

/// The doubtful merges and the near misses of the last run: the content of
/// `almanac review merges`.
///
/// Closest to the line first, each with what an operator writes into `decisions.yaml`. Whatever is
/// decided there since the run is asked no more.
public struct MergeReview: Sendable {
  public let lines: [Line]

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
      pairs += await DoubtfulPair.all(in: input, workers: context.options.workers).prefix(limit)
    }
    self.init(pairs, limit: limit)
  }

  init(_ pairs: [DoubtfulPair], limit: Int) {
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

      init(_ statement: DoubtfulPair.Statement) {
        (id, source, title) = (statement.listing, statement.source, statement.title)
        (start, end) = (statement.start.publicText, statement.end?.publicText)
        (venue, url) = (statement.venue, statement.link)
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
