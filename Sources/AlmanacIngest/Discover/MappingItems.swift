import AlmanacModel

/// Finds the lists of items and their paths.
extension MappingGuess {
  static func ofJSON(_ bytes: [UInt8]) -> MappingGuess? {
    let root: JSONValue
    do throws(DocumentRefusal) {
      root = try JSONDocument.read(bytes, ReadingContext()).value
    } catch {
      return nil
    }
    var found: [(guess: MappingGuess, count: Int)] = []
    // Lists in the objects of a list are its items only if the objects are none.
    var inner: [(guess: MappingGuess, count: Int)] = []
    lists(in: root, path: "", depth: 0) { path, items, around in
      var members: [(path: String, value: String)] = []
      let sample = items.prefix(20)
      for item in sample { leaves(of: item, path: "", depth: 0, into: &members) }
      dropRareLanguages(from: &members, of: sample)
      var outer: [(path: String, value: String)] = []
      for value in around.prefix(20) { leaves(of: value, path: "", depth: 3, into: &outer) }
      let guess =
        guess(.json, item: path, paths: members, separator: ".")
        ?? guess(.json, item: path, paths: members + days(in: outer), separator: ".")
      if var guess {
        guess.readDays(of: items.map { MappedJSONItem(value: $0, base: nil) })
        if around.isEmpty {
          found.append((guess, items.count))
        } else {
          inner.append((guess, items.count))
        }
      }
    }
    return best(found) ?? best(inner)
  }

  /// Adds the paths of whole days that are beside those of times (Google Calendar's `start.date`
  /// and `start.dateTime`), and decides whether the last day is exclusive.
  ///
  /// It is with such paths or a member `allDay` (FullCalendar), unless an item ends on the day on
  /// which it starts.
  private mutating func readDays(of items: [MappedJSONItem]) {
    func parent(_ path: String) -> Substring {
      path[..<(path.lastIndex(of: ".") ?? path.startIndex)]
    }
    func name(_ path: String) -> String {
      MappingWords.plain(path.split(separator: ".").last ?? "")
    }
    for index in fields.indices where ["start", "end"].contains(fields[index].name) {
      let path = fields[index].path
      let other = others.first { other in
        Set([name(path), name(other)]) == ["date", "datetime"] && parent(other) == parent(path)
          && items.allSatisfy { $0.values(at: path).isEmpty || $0.values(at: other).isEmpty }
      }
      guard let other, fields[index].time == nil else { continue }
      fields[index].alternative = other
      others.removeAll { $0 == other }
    }
    guard let start = fields.first(where: { $0.name == "start" }),
      let end = fields.firstIndex(where: { $0.name == "end" && $0.time == nil })
    else { return }
    let paths = [start.alternative, fields[end].alternative]
    fields[end].isExclusive =
      (paths != [nil, nil] || others.contains { name($0) == "allday" })
      && !items.contains { item in
        let days = item.values(at: fields[end].path).filter(MappingCandidates.isDay)
        return !days.isEmpty && days == item.values(at: start.path)
      }
  }

  /// Leaves of a text in several languages only the one that most items have.
  private static func dropRareLanguages(
    from members: inout [(path: String, value: String)], of items: ArraySlice<JSONValue>
  ) {
    var best: [Substring: (path: String, count: Int)] = [:]
    func text(_ path: String) -> Substring? {
      guard let mark = path.lastIndex(of: "."),
        MappingWords.languages.contains(path[path.index(after: mark)...].lowercased())
      else { return nil }
      return path[..<mark]
    }
    for path in members.map(\.path) {
      guard let text = text(path) else { continue }
      let count = items.count { !JSONPath(path).values(in: $0).isEmpty }
      if count > best[text]?.count ?? 0 { best[text] = (path, count) }
    }
    members.removeAll { member in
      text(member.path).map { best[$0]?.path != member.path } ?? false
    }
  }

  /// The days among the fields of the elements around items: "../date".
  private static func days(
    in fields: [(path: String, value: String)]
  ) -> [(path: String, value: String)] {
    fields.filter { MappingCandidates.isDay($0.value) }.map { ("../" + $0.path, $0.value) }
  }

  /// - Parameter take: Takes the path of items, the items, and the objects around them if they have several.
  private static func lists(
    in value: JSONValue, path: String, depth: Int,
    _ take: (String, [JSONValue], _ around: [JSONValue]) -> Void
  ) {
    guard depth < 6 else { return }
    if let items = value.array {
      let objects = items.filter { $0.object != nil }
      guard !objects.isEmpty else { return }
      unwrap(objects, path: path) { take($0, $1, []) }
      // Items by day: [{"date": "2026-03-03", "events": […]}].
      for name in Set(objects.prefix(20).flatMap { $0.object?.keys.map(\.self) ?? [] }).sorted()
      where !name.contains(".") {
        let inner = objects.flatMap { $0[name]?.array ?? [] }.filter { $0.object != nil }
        if !inner.isEmpty { take(path.isEmpty ? name : "\(path).\(name)", inner, objects) }
      }
      return
    }
    let members = (value.object ?? [:]).sorted { $0.key < $1.key }
    // Items by their ids.
    if members.count > 1, members.allSatisfy({ ($0.value.object?.count ?? 0) > 1 }) {
      take(path.isEmpty ? "*" : path + ".*", members.map(\.value), [])
    }
    for (name, member) in members where !name.contains(".") {
      lists(in: member, path: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1, take)
    }
  }

  /// Unwraps items that are the only member of an object, as in `[{"event": {…}}]`.
  private static func unwrap(
    _ items: [JSONValue], path: String, _ take: (String, [JSONValue]) -> Void
  ) {
    let names = Set(items.map { $0.object?.count == 1 ? $0.object?.keys.first : nil })
    guard names.count == 1, let name = names.first.flatMap({ $0 }), !name.contains(".") else {
      return take(path, items)
    }
    let inner = items.compactMap { $0[name] }
    guard inner.allSatisfy({ $0.object != nil }) else { return take(path, items) }
    unwrap(inner, path: path.isEmpty ? name : "\(path).\(name)", take)
  }

  private static func leaves(
    of value: JSONValue, path: String, depth: Int, into found: inout [(path: String, value: String)]
  ) {
    guard depth < 4, found.count < 200 else { return }
    for (name, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key })
    where !name.contains(".") {
      let full = path.isEmpty ? name : "\(path).\(name)"
      switch member {
      case .object: leaves(of: member, path: full, depth: depth + 1, into: &found)
      case .array(let values) where values.contains(where: { $0.object != nil }):
        guard let first = values.first(where: { $0.object != nil }) else { continue }
        leaves(of: first, path: "\(full)[0]", depth: depth + 1, into: &found)
      case .null: continue
      case .string(let text) where text.allSatisfy(\.isWhitespace): continue
      default:
        if !found.contains(where: { $0.path == full }) {
          found.append((full, MappedJSONItem.texts(member).first ?? ""))
        }
      }
    }
  }

  static func ofXML(_ bytes: [UInt8]) -> MappingGuess? {
    var lists: [(path: [String], count: Int)] = []
    var items: [String: [(path: String, value: String)]] = [:]
    do {
      // Descend through the first two levels to find repeated elements; build deeper ones as trees.
      _ = try XMLTree.parse(
        bytes,
        choose: { start, ancestors in ancestors.isEmpty || start.depth < 2 ? .descend : .build },
        handle: { node, ancestors in
          let outer = ancestors.dropFirst().map(\.local)
          note(node, path: outer + [node.name.local], &lists, &items)
        })
    } catch {
      return nil
    }
    func guess(_ isList: (Int) -> Bool) -> MappingGuess? {
      best(
        lists.filter { isList($0.count) }.compactMap { list in
          let path = list.path.joined(separator: "/")
          let fields = items[path] ?? []
          let outer = items[list.path.dropLast().joined(separator: "/")] ?? []
          let days = days(in: outer.filter { !$0.path.contains("/") })
          let guess =
            Self.guess(.xml, item: path, paths: fields, separator: "/")
            ?? Self.guess(.xml, item: path, paths: fields + days, separator: "/")
          return guess.map { ($0, list.count) }
        })
    }
    // In a feed with a single item, no element is repeated.
    return guess { $0 > 1 } ?? guess { $0 == 1 }
  }

  /// Counts an element and its descendants by path, and collects the paths of the first 20.
  private static func note(
    _ node: XMLNode, path: [String], _ lists: inout [(path: [String], count: Int)],
    _ items: inout [String: [(path: String, value: String)]]
  ) {
    guard path.count < 5, lists.count < 500 else { return }
    let children = node.children
    guard !children.isEmpty || !node.attributes.isEmpty else { return }
    let key = path.joined(separator: "/")
    if let index = lists.firstIndex(where: { $0.path == path }) {
      lists[index].count += 1
    } else {
      lists.append((path, 1))
    }
    if lists.first(where: { $0.path == path })?.count ?? 0 <= 20 {
      leaves(of: node, path: "", depth: 0, into: &items[key, default: []])
    }
    for child in children { note(child, path: path + [child.name.local], &lists, &items) }
  }

  private static func leaves(
    of node: XMLNode, path: String, depth: Int, into found: inout [(path: String, value: String)]
  ) {
    guard depth < 4, found.count < 200 else { return }
    func add(_ path: String, _ value: String) {
      let isBlank = value.allSatisfy(\.isWhitespace)
      if !isBlank, !found.contains(where: { $0.path == path }) { found.append((path, value)) }
    }
    for attribute in node.attributes {
      let name = "@\(attribute.name.local)"
      add(path.isEmpty ? name : "\(path)/\(name)", attribute.value)
    }
    for child in node.children {
      let full = path.isEmpty ? child.name.local : "\(path)/\(child.name.local)"
      if child.children.isEmpty {
        add(full, child.text)
        for attribute in child.attributes {
          add("\(full)/@\(attribute.name.local)", attribute.value)
        }
      } else {
        leaves(of: child, path: full, depth: depth + 1, into: &found)
      }
    }
  }
}
