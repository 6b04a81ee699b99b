/// The paths of an item, with an example value of each. A path can be assigned to one field only.
struct MappingCandidates {
  typealias Candidate = (path: String, value: String)

  /// The unassigned paths, in document order.
  private(set) var left: [Candidate]
  private let separator: Character
  /// Whether one member contains most fields of the item.
  private let isWrapped: Bool

  init(_ candidates: [Candidate], separator: Character) {
    left = candidates
    self.separator = separator
    isWrapped = candidates.contains { candidate in
      let parts = candidate.path.split(separator: separator)
      return parts.count > 1 && MappingWords.wrappers.contains(String(parts[0]))
    }
  }

  /// Removes and returns the best path for a field: preferably outside lists, then by the order of
  /// the names, then one that can't be the date of publication, then the shallowest.
  mutating func take(_ field: String, _ names: [String]) -> Candidate? {
    let wanted = names.map(MappingWords.plain)
    let ranked = left.indices.compactMap { index in
      rank(of: left[index], field, wanted).map { rank in
        let path = left[index].path
        let isWritten = MappingWords.written.contains(path.lowercased())
        let isInList = path.contains("[")
        return (isInList ? 1 : 0, rank, isWritten ? 1 : 0, parts(path).count, path, index)
      }
    }
    return ranked.min { $0 < $1 }.map { left.remove(at: $0.5) }
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
        parts(candidate.path).last.map(plain) == name && condition(candidate)
      }
      if let index { return left.remove(at: index).path }
    }
    return nil
  }

  /// Removes and returns the coordinates of the item in GeoJSON or, in degrees, of ArcGIS.
  mutating func takePoint() -> (latitude: String, longitude: String)? {
    func index(_ name: String, _ limit: Double) -> Int? {
      left.firstIndex { candidate in
        parts(candidate.path).suffix(2).elementsEqual(["geometry", name[...]])
          && Double(candidate.value).map { abs($0) <= limit } ?? false
      }
    }
    if let point = index("coordinates", 180) {
      let path = left.remove(at: point).path
      return ("\(path)[1]", "\(path)[0]")
    }
    guard let x = index("x", 180), let y = index("y", 90) else { return nil }
    let paths = (latitude: left[y].path, longitude: left[x].path)
    left.removeAll { $0.path == paths.latitude || $0.path == paths.longitude }
    return paths
  }

  /// Whether a value is a date without a time of day.
  static func isDay(_ value: String) -> Bool {
    // 20260411 is a day, other numbers are instants.
    if value.count == 8, value.hasPrefix("20"), value.allSatisfy(\.isNumber) { return true }
    guard value.contains(where: \.isNumber), !value.allSatisfy(\.isNumber) else { return false }
    return !value.contains(":") && value.firstMatch(of: /\d\s?[ap]\.?m/.ignoresCase()) == nil
  }

  /// Whether a value is a time of day, or a range of times.
  private static func isTime(_ value: String) -> Bool {
    var cursor = DateCursor(value.trimmingPrefix(while: \.isWhitespace).description)
    return cursor.clockTime(dots: true) != nil && value.firstMatch(of: /\d{4}|\//) == nil
  }

  /// As `MappingWords.plain`; an attribute of XML has its name without `@`.
  private func plain(_ part: Substring) -> String {
    MappingWords.plain(separator == "/" && part.hasPrefix("@") ? part.dropFirst() : part)
  }

  private func parts(_ path: String) -> [Substring] { path.split(separator: separator) }

  /// The index of the matching name; nil if the path cannot be the field.
  private func rank(of candidate: Candidate, _ field: String, _ wanted: [String]) -> Int? {
    var parts = parts(candidate.path)[...]
    if parts.count > 1, MappingWords.languages.contains(parts[parts.count - 1].lowercased()) {
      parts.removeLast()
    }
    let isInside = parts.count > 1 && MappingWords.wrappers.contains(String(parts[0]))
    if isInside { parts.removeFirst() }
    guard let last = parts.last.map(plain) else { return nil }
    // The type of a wrapped item, such as "Feature", is that of all items.
    if field == "category", isWrapped, !isInside, last == "type" { return nil }
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
    // The type of `<link type="…">` is not the item's.
    let isOfPart = parts.count > 1 && parts.last?.hasPrefix("@") ?? false && parts.first != ".."
    if isOfPart, !["start", "end", "latitude", "longitude"].contains(field) { return nil }
    let isOutside = parts.count == 1
    guard isOutside || !["title", "id", "link", "description"].contains(field) else { return nil }
    return wanted.firstIndex(of: last)
  }

  /// Whether a candidate may be the item's date: not a time of day, and not in a list other than
  /// one of dates.
  private func isDate(_ candidate: Candidate, _ parts: ArraySlice<Substring>) -> Bool {
    guard !Self.isTime(candidate.value) else { return false }
    // WordPress repeats the date of publication in GMT.
    let local = candidate.path.hasSuffix("_gmt") ? candidate.path.dropLast(4) : candidate.path[...]
    guard !left.contains(where: { $0.path == local + "_gmt" }) else { return false }
    return parts.filter { $0.contains("[") }.map(MappingWords.plain).allSatisfy { list in
      MappingWords.dates.contains { list.contains($0) }
    }
  }
}
