/// The paths of an item, with an example value of each. A path can be assigned to one field only.
struct MappingCandidates {
  typealias Candidate = (path: String, value: String)

  /// The unassigned paths, in document order.
  private(set) var left: [Candidate]
  private let separator: Character

  init(_ candidates: [Candidate], separator: Character) {
    left = candidates
    self.separator = separator
  }

  /// Removes and returns the best path for a field: preferably outside lists, then by the order of
  /// the names, then the shallowest.
  mutating func take(_ field: String, _ names: [String]) -> Candidate? {
    let wanted = names.map(MappingWords.plain)
    let ranked = left.indices.compactMap { index in
      rank(of: left[index], field, wanted).map { rank in
        let path = left[index].path
        return (path.contains("[") ? 1 : 0, rank, parts(path).count, path, index)
      }
    }
    return ranked.min { $0 < $1 }.map { left.remove(at: $0.4) }
  }

  /// Removes and returns the first path with one of these names, in their order, whose value is a
  /// time of day.
  mutating func takeTime(named names: [String]) -> String? {
    take(named: names) { Self.isTime($0.value) }
  }

  /// Removes and returns the first path with one of these names, in their order.
  mutating func take(
    named names: [String], where condition: (Candidate) -> Bool = { _ in true }
  ) -> String? {
    for name in names.map(MappingWords.plain) {
      let index = left.firstIndex { candidate in
        parts(candidate.path).last.map(MappingWords.plain) == name && condition(candidate)
      }
      if let index { return left.remove(at: index).path }
    }
    return nil
  }

  /// Whether a value is a date without a time of day.
  static func isDay(_ value: String) -> Bool {
    guard value.contains(where: \.isNumber), !value.allSatisfy(\.isNumber) else { return false }
    return !value.contains(":") && value.firstMatch(of: /\d\s?[ap]\.?m/.ignoresCase()) == nil
  }

  /// Whether a value is a time of day, or a range of times.
  private static func isTime(_ value: String) -> Bool {
    var cursor = DateCursor(value.trimmingPrefix(while: \.isWhitespace).description)
    return cursor.clockTime(dots: true) != nil && value.firstMatch(of: /\d{4}|\//) == nil
  }

  private func parts(_ path: String) -> [Substring] { path.split(separator: separator) }

  /// The index of the matching name; nil if the path cannot be the field.
  private func rank(of candidate: Candidate, _ field: String, _ wanted: [String]) -> Int? {
    var parts = parts(candidate.path)[...]
    if parts.count > 1, MappingWords.wrappers.contains(String(parts[0])) { parts.removeFirst() }
    guard let last = parts.last.map(MappingWords.plain) else { return nil }
    if field == "start" || field == "end" {
      guard isDate(candidate, parts) else { return nil }
    }
    // "venue/name" is the venue; "name" alone is the title.
    let outer = parts.dropLast().last.map(MappingWords.plain)
    if let outer, let rank = wanted.firstIndex(of: outer), MappingWords.inner.contains(last),
      last != "url" || ["link", "image"].contains(field)
    {
      return rank
    }
    let isOutside = parts.count == 1
    guard isOutside || !["title", "id", "link", "description"].contains(field) else { return nil }
    return wanted.firstIndex(of: last)
  }

  /// Whether a candidate may be the item's date: not a time of day, and not in a list other than
  /// one of dates.
  private func isDate(_ candidate: Candidate, _ parts: ArraySlice<Substring>) -> Bool {
    guard !Self.isTime(candidate.value) else { return false }
    return parts.filter { $0.contains("[") }.map(MappingWords.plain).allSatisfy { list in
      MappingWords.dates.contains { list.contains($0) }
    }
  }
}
