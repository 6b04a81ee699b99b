public import AlmanacModel

/// Where in an XML or JSON document of no known kind the events may be: a first draft of `mapping:`
/// for a person to look at.
///
/// The items are the repeated parts that state most of what an event has; their members are known by
/// the names that publishers give them.
public struct MappingGuess: Hashable, Sendable {
  public var format: FeedFormat
  /// Empty for a JSON document that is itself the list.
  public var item: String
  /// By the names of `mapping`, in its order, start and end among them.
  public var fields: [Field]
  /// Of dates such as 5/8/2019, where the document shows it; nil: not needed, or not known.
  public var dateOrder: FeedMapping.DateOrder?
  /// What the items also have.
  public var others: [String]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var path: String
    /// Of a start or an end whose path gives the day alone: where the time of day stands.
    public var time: String?
  }

  /// nil where nothing repeats, or where nothing that repeats has a title and a date.
  public static func of(_ bytes: [UInt8]) -> MappingGuess? {
    switch FormatDetector.detect(bytes) {
    case .feed(let format) where format.isJSON: ofJSON(bytes)
    case .feed(let format) where format.isXML: ofXML(bytes)
    default: nil
    }
  }

  /// The words for each field, the most telling first.
  private static let words: [(field: String, names: [String])] = [
    ("id", ["id", "guid", "uid", "eventid", "event_id", "identifier", "nid", "@id"]),
    ("title", ["title", "name", "summary", "eventtitle", "event_title", "eventname", "heading"]),
    ("link", ["link", "url", "permalink", "eventurl", "event_url", "href", "weblink", "@url"]),
    (
      "description",
      ["description", "content", "body", "details", "text", "longdescription", "abstract"]
    ),
    (
      "start",
      [
        "start", "startdate", "start_date", "starttime", "start_time", "startdatetime", "begin",
        "begins", "dtstart", "datestart", "date_start", "startsat", "date", "eventdate", "when",
      ]
    ),
    (
      "end",
      [
        "end", "enddate", "end_date", "endtime", "end_time", "enddatetime", "ends", "dtend",
        "dateend", "date_end", "endsat",
      ]
    ),
    ("venue", ["venue", "location", "place", "where", "venuename", "room", "building"]),
    ("category", ["category", "categories", "type", "eventtype", "event_type", "topic", "tags"]),
    ("organizer", ["organizer", "organiser", "host", "sponsor", "department"]),
    ("price", ["price", "cost", "admission", "fee"]),
    ("latitude", ["latitude", "lat"]), ("longitude", ["longitude", "lng", "lon", "long"]),
    ("image", ["image", "picture", "photo", "thumbnail", "imageurl"]),
  ]

  private static let times: [String: [String]] = [
    "start": ["time", "starttime", "timestart", "begintime", "hour"],
    "end": ["endtime", "timeend"],
  ]

  /// Letters alone, without what stands before or behind every name of some exports: "event_start_unix"
  /// is a start.
  private static func plain(_ name: String) -> String {
    var plain = name.lowercased().filter { $0.isLetter || $0 == "@" }
    for prefix in ["event", "meeting", "evcal"] where plain.hasPrefix(prefix) {
      if plain.count > prefix.count { plain.removeFirst(prefix.count) }
    }
    for suffix in ["unix", "utc", "gmt", "timestamp"] where plain.hasSuffix(suffix) {
      if plain.count > suffix.count { plain.removeLast(suffix.count) }
    }
    return plain
  }

  /// - Parameter paths: of one item, with a value of each.
  private static func guess(
    _ format: FeedFormat, item: String, paths: [(path: String, value: String)],
    separator: Character
  ) -> MappingGuess? {
    var taken: Set<String> = []
    var fields: [Field] = []
    for (field, names) in words {
      let wanted = names.map(plain)
      let found = paths.compactMap { candidate -> (rank: Int, depth: Int, path: String)? in
        let parts = candidate.path.split(separator: separator)
        guard !taken.contains(candidate.path), let last = parts.last else { return nil }
        // "venue/name" is the venue, and "name" alone the title.
        let outer = parts.dropLast().last.map { plain(String($0)) }
        if let outer, let rank = wanted.firstIndex(of: outer),
          ["name", "title", "text", "value", "datetime", "date", "local", "iso", "url"]
            .contains(plain(String(last)))
        {
          return (rank, parts.count, candidate.path)
        }
        guard parts.count == 1 || !["title", "id", "link", "description"].contains(field),
          let rank = wanted.firstIndex(of: plain(String(last)))
        else { return nil }
        return (rank, parts.count, candidate.path)
      }.min { ($0.rank, $0.depth, $0.path) < ($1.rank, $1.depth, $1.path) }
      guard let found else { continue }
      taken.insert(found.path)
      var guess = Field(name: field, path: found.path)
      let last = found.path.split(separator: separator).last.map { plain(String($0)) } ?? ""
      if last.contains("date"), !last.contains("time"),
        let time = paths.first(where: { candidate in
          let name = candidate.path.split(separator: separator).last.map { plain(String($0)) }
          return !taken.contains(candidate.path) && times[field]?.contains(name ?? "") == true
        })
      {
        guess.time = time.path
        taken.insert(time.path)
      }
      fields.append(guess)
    }
    let names = Set(fields.map(\.name))
    guard names.contains("title"), names.contains("start") else { return nil }
    return MappingGuess(
      format: format, item: item, fields: fields,
      others: paths.map(\.path).filter { !taken.contains($0) })
  }

  /// The best of several lists: the one whose items have most of what is known, then the longest.
  private static func best(
    _ guesses: [(guess: MappingGuess, count: Int)]
  ) -> MappingGuess? {
    guesses.max {
      ($0.guess.fields.count, $0.count) < ($1.guess.fields.count, $1.count)
    }?.guess
  }
}

extension MappingGuess {
  private static func ofJSON(_ bytes: [UInt8]) -> MappingGuess? {
    guard !exceeds(JSONOutline(bytes)) else { return nil }
    let root: JSONValue
    do throws(JSONSyntaxError) {
      root = try JSONValue(parsing: bytes)
    } catch {
      return nil
    }
    var found: [(guess: MappingGuess, count: Int)] = []
    lists(in: root, path: "", depth: 0) { path, items in
      var members: [(path: String, value: String)] = []
      for item in items.prefix(20) { leaves(of: item, path: "", depth: 0, into: &members) }
      if let guess = guess(.json, item: path, paths: members, separator: ".") {
        found.append((guess, items.count))
      }
    }
    return best(found)
  }

  private static func exceeds(_ outline: JSONOutline) -> Bool {
    outline.excess(ReadingLimits()) != nil
  }

  private static func lists(
    in value: JSONValue, path: String, depth: Int, _ take: (String, [JSONValue]) -> Void
  ) {
    guard depth < 6 else { return }
    if let items = value.array {
      let objects = items.filter { $0.object != nil }
      if !objects.isEmpty { take(path, objects) }
      return
    }
    for (name, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key })
    where !name.contains(".") {
      lists(in: member, path: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1, take)
    }
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
      case .array(let values) where values.contains(where: { $0.object != nil }): continue
      case .null: continue
      default:
        if !found.contains(where: { $0.path == full }) {
          found.append((full, member.string ?? ""))
        }
      }
    }
  }

  private static func ofXML(_ bytes: [UInt8]) -> MappingGuess? {
    var lists: [(path: [String], count: Int)] = []
    var items: [String: [(path: String, value: String)]] = [:]
    do {
      // Two levels below the root are looked into for what repeats; the items are built whole.
      _ = try XMLTree.parse(
        bytes,
        choose: { start, ancestors in ancestors.isEmpty || start.depth < 2 ? .descend : .build },
        take: { node, ancestors in
          let outer = ancestors.dropFirst().map(\.local)
          note(node, path: outer + [node.name.local], &lists, &items)
        })
    } catch {
      return nil
    }
    return best(
      lists.compactMap { list in
        guard list.count > 1 else { return nil }
        let path = list.path.joined(separator: "/")
        return guess(.xml, item: path, paths: items[path] ?? [], separator: "/")
          .map { ($0, list.count) }
      })
  }

  /// Counts the element, and those within it that may be the items themselves.
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
