import AlmanacModel
import AlmanacTime

/// Matches new listings with vanished ones that continue under another id.
///
/// In feeds without ids an edited item gets a new id. Only values that are unique on both sides
/// match: a title that a source has twice identifies nothing.
struct ListingReconciler: Sendable {
  /// Kinds of agreement, the most reliable first.
  private enum Agreement: CaseIterable {
    case linkAndStart, titleAndStart, link, start, title
  }

  private let now: Instant
  private let zone: Zone

  init(now: Instant, zone: Zone) {
    self.now = now
    self.zone = zone
  }

  /// - Parameters:
  ///   - vanished: Of the last run, not there in this run.
  ///   - appeared: Of this run, unknown so far.
  ///   - staying: Of this run, known; they make titles and links ambiguous.
  /// - Returns: Ids of appeared listings to ids of the vanished ones that they are.
  func renamed(
    vanished: [ListingTrace], appeared: [ListingTrace], staying: [ListingTrace]
  ) -> [String: String] {
    var renamed: [String: String] = [:]
    var vanished = vanished
    var appeared = appeared
    for agreement in Agreement.allCases {
      guard !vanished.isEmpty, !appeared.isEmpty else { break }
      let taken = Set(staying.compactMap { key($0, agreement) })
      let old = unique(vanished, agreement).filter { !taken.contains($0.key) }
      for (key, new) in unique(appeared, agreement) {
        guard let former = old[key], isPlausible(former, new, agreement) else { continue }
        renamed[new.id] = former.id
      }
      let gone = Set(renamed.values)
      vanished.removeAll { gone.contains($0.id) }
      appeared.removeAll { renamed[$0.id] != nil }
    }
    return renamed
  }

  private func key(_ trace: ListingTrace, _ agreement: Agreement) -> [String]? {
    let start = String(trace.start.instant(in: zone).secondsSinceEpoch)
    let link = LinkText(trace.link)?.text
    switch agreement {
    case .linkAndStart: return link.map { [trace.source, $0, start] }
    case .titleAndStart: return [trace.source, trace.title, start]
    case .link: return link.map { [trace.source, $0] }
    case .start: return [trace.source, start]
    case .title: return [trace.source, trace.title]
    }
  }

  private func unique(
    _ traces: [ListingTrace], _ agreement: Agreement
  ) -> [[String]: ListingTrace] {
    var found: [[String]: [ListingTrace]] = [:]
    for trace in traces {
      if let key = key(trace, agreement) { found[key, default: []].append(trace) }
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// A past item was not moved: a new item of its title is the next event.
  private func isPlausible(
    _ old: ListingTrace, _ new: ListingTrace, _ agreement: Agreement
  ) -> Bool {
    let isToCome = old.start.instant(in: zone) >= now
    switch agreement {
    case .linkAndStart, .titleAndStart: return true
    case .link: return isToCome && Self.overlap(old.title, new.title) >= 0.3
    case .start: return Self.overlap(old.title, new.title) >= 0.5
    case .title: return isToCome
    }
  }

  /// Share of common words of two folded titles.
  private static func overlap(_ left: String, _ right: String) -> Double {
    let first = Set(left.split(separator: " "))
    let second = Set(right.split(separator: " "))
    let all = first.union(second).count
    return all > 0 ? Double(first.intersection(second).count) / Double(all) : 0
  }
}
