import AlmanacModel
import AlmanacPublish
public import Foundation

/// The differences between two editions: the content of `almanac diff`.
public struct EditionDiff: Sendable {
  public let from: String
  public let to: String
  /// Whether `to` is the result of a rehearsal, which is gone.
  public let isRehearsed: Bool
  private let difference: EditionDifference

  /// Compares two editions of an output folder.
  ///
  /// - Parameters:
  ///   - from: nil: the edition before the other.
  ///   - to: nil: the latest.
  public init(output: URL, from: String?, to: String?) throws {
    let archive = try OutputFolder(url: output).archive()
    let newer = try to.map { try OutputFolder.entry($0, in: archive) } ?? archive.latest
    guard let newer else { throw ArchiveError.noLatest }
    let older = try from.map { try OutputFolder.entry($0, in: archive) } ?? archive.before(newer)
    guard let older else { throw ArchiveError.onlyOne }
    self.from = older.id
    self.to = newer.id
    isRehearsed = false
    difference = try EditionDifference(from: older, to: newer)
  }

  /// Compares an edition with the one that a rehearsal published.
  init(rehearsed newer: EditionArchive.Entry, from latest: EditionArchive.Entry) throws {
    from = latest.id
    to = newer.id
    isRehearsed = true
    difference = try EditionDifference(from: latest, to: newer)
  }

  public var isEmpty: Bool { difference.lines.isEmpty }
}

extension EditionDiff {
  /// A line for each change, cancellations and lost events first, then the sums.
  public func text(style: TerminalStyle = .plain, limit: Int) -> String {
    let order: [EditionDifference.Line.Kind] = [.cancelled, .gone, .added, .changed]
    let groups = Dictionary(grouping: difference.lines, by: \.kind)
    var lines: [String] = []
    for kind in order {
      for line in groups[kind] ?? [] {
        guard lines.count < limit else { break }
        lines.append(Self.text(of: line, style))
      }
    }
    let hidden = difference.lines.count - lines.count
    if hidden > 0 { lines.append("… and \(hidden) more; --limit N shows more of them") }
    let events = order.compactMap { kind in
      groups[kind].map { "\(Set($0.map(\.event)).count) \(kind.rawValue)" }
    }
    let sum =
      (events + ["\(difference.unchanged) unchanged"]
      + (difference.ended > 0 ? ["\(difference.ended) over"] : [])).joined(separator: ", ")
    let end = isRehearsed ? "what a run would publish" : to
    return (lines + ["\(from) → \(end): \(sum)"]).joined(separator: "\n")
  }

  private static func text(of line: EditionDifference.Line, _ style: TerminalStyle) -> String {
    let tint: TerminalStyle.Tint? =
      switch line.kind {
      case .added: .good
      case .changed: nil
      case .cancelled: .warning
      case .gone: .error
      }
    let symbol =
      switch line.kind {
      case .added: "+"
      case .changed: "~"
      case .cancelled: "x"
      case .gone: "-"
      }
    var text = "\(symbol) \(line.event) \(TerminalText.oneLine(line.title))"
    if let field = line.field {
      let values =
        line.old == nil && line.new == nil
        ? "" : ": \(line.old ?? "nothing") → \(line.new ?? "nothing")"
      text += ", \(field)" + TerminalText.fitted(TerminalText.oneLine(values), to: 160)
    } else if let start = line.new {
      text += ", \(start)"
    }
    return style.tinted(text, tint)
  }
}

extension EditionDiff: Answer {
  public static let schema = "almanac.diff/2"

  private enum CodingKeys: CodingKey { case from, to, rehearsed, events, unchanged, ended, changes }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(from, forKey: .from)
    try members.encode(to, forKey: .to)
    try members.encode(isRehearsed, forKey: .rehearsed)
    let counts = EditionDifference.Line.Kind.allCases.map { kind in
      (kind.rawValue, Set(difference.lines.filter { $0.kind == kind }.map(\.event)).count)
    }
    try members.encode(Dictionary(counts) { $1 }, forKey: .events)
    try members.encode(difference.unchanged, forKey: .unchanged)
    try members.encode(difference.ended, forKey: .ended)
    try members.encode(difference.lines, forKey: .changes)
  }
}
