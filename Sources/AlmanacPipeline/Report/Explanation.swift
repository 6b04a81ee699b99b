import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
public import Foundation

/// Where the published values of an event come from: a result of `almanac explain`.
public struct Explanation: Answer {
  public static let schema = "almanac.explanation/2"

  private enum CodingKeys: CodingKey { case facts }

  /// Maximum number of starts of a series that are listed.
  private static let fewStarts = 3

  private let event: EventExplanation
  private let facts: [SourcedFact]

  /// An explanation of each event with a name.
  ///
  /// Without a workspace beside the edition, explanations have fewer facts.
  ///
  /// - Parameter name: An event's id, also a former one, or a listing's id, uid or link.
  public static func all(of name: String, output: URL) throws -> [Explanation] {
    let output = OutputFolder(url: output)
    let workspace = try output.existingWorkspace()
    return try EditionReader(edition: output.latest).explanations(of: name).map { event in
      Explanation(event: event, facts: SourcedFact.facts(of: try workspace?.event(event.id)))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try event.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(facts, forKey: .facts)
  }

  /// A paragraph.
  public var text: String {
    var lines = ["\(event.id): \(event.title)"]
    if event.status != "confirmed" { lines.append("status    \(event.status)") }
    lines.append("when      \(starts)\(guess)")
    lines.append("place     \(place)")
    lines.append("category  \(category)")
    for fact in facts {
      // A name may be longer than the column.
      let gap = String(repeating: " ", count: max(1, 10 - fact.name.count))
      lines.append("\(fact.name)\(gap)\(fact.value) (\(fact.source))")
    }
    if !event.aliases.isEmpty {
      lines.append("was       \(event.aliases.joined(separator: ", "))")
    }
    lines.append("listings")
    for (index, listing) in event.listings.enumerated() {
      let details = [listing.title, listing.startText, listing.venue].compactMap(\.self)
        .filter { !$0.isEmpty }
      let text = details.isEmpty ? "no longer listed" : details.joined(separator: ", ")
      lines.append("  \(listing.id): \(text)")
      guard index > 0 else { continue }
      let score = (listing.score * 1_000).rounded() / 1_000
      lines.append("    \(score): \(listing.evidence.joined(separator: ", "))")
    }
    if !event.changes.isEmpty { lines.append("history") }
    for change in event.changes {
      let field = change.field.map { " \($0)" } ?? ""
      let values = [change.old, change.new].contains { $0 != nil }
      let text = values ? ": \(change.old ?? "nothing") → \(change.new ?? "nothing")" : ""
      lines.append("  \(change.at.rfc3339) \(change.kind)\(field)\(text)")
    }
    return lines.map { TerminalText.oneLine($0) }.joined(separator: "\n")
  }

  /// In local time of the campus, also if the source has them in UTC.
  private var starts: String {
    let zone = ZoneDatabase.system.zone(named: event.timezone)
    let starts = event.starts.prefix(Self.fewStarts).map { start in
      guard start.hasSuffix("Z"), let zone, let instant = Instant(rfc3339: start) else {
        return start
      }
      return CalendarTime.zoned(ZonedTime(instant, in: zone)).publicText
    }
    .joined(separator: ", ")
    let count = event.starts.count
    return count > Self.fewStarts ? "\(starts) and \(count - Self.fewStarts) more" : starts
  }

  private var guess: String {
    switch event.yearGuess.flatMap(YearGuess.init) {
    case nil: ""
    case .weekday: " (year guessed: the nearest with that weekday)"
    case .upcoming: " (year guessed: the first such date since it was listed)"
    case .nearest: " (year guessed: the nearest such date)"
    }
  }

  private var place: String {
    let venue = (event.placementVenue ?? event.venue).map { "'\($0)'" } ?? "no venue"
    let against = event.placementAgainst.map { ", but '\($0)'" } ?? ""
    guard let name = event.placeName else {
      let likeliest = event.placementCandidate.map { "; likeliest \($0)\(against)" } ?? ""
      return "none, for \(venue): \(event.placementReason ?? "unknown")\(likeliest)"
    }
    let room = event.room.map { ", room \($0)" } ?? ""
    return "\(name)\(room), for \(venue)\(against)"
      + certainty(event.placementMethod, event.placementConfidence)
  }

  private var category: String {
    (event.category ?? "none") + certainty(event.categoryReason, event.categoryConfidence)
  }

  private func certainty(_ how: String?, _ confidence: Double?) -> String {
    let number = confidence.map { "\(($0 * 100).rounded() / 100)" }
    let parts = [how, number].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}
