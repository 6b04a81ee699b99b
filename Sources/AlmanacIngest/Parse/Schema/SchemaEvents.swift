import AlmanacModel

/// The events among the nodes of a document, as entries in document order.
struct SchemaEvents {
  private(set) var entries: [Entry] = []
  /// Skipped events, one finding each up to a limit.
  private(set) var problems: [Finding] = []
  /// Whether anything was described as an event, with a date or without.
  private(set) var foundAny = false

  private var events: [SchemaNode] = []
  /// Indices in `events` by identifier.
  private var indices: [String: Int] = [:]
  /// Digests of events.
  private var known: Set<Int> = []

  /// - Parameter line: The line of the description in the document.
  init(in roots: [SchemaNode], _ context: ReadingContext, line: Int? = nil) {
    var found: [Found] = []
    for root in roots { _ = Self.collect(root, into: &found) }
    for event in found { add(event) }
    foundAny = !events.isEmpty
    let mapper = SchemaEventMapper(context, SchemaIndex(roots), line: line)
    for event in events {
      for entry in mapper.entries(event) {
        if entry.start == nil, entry.unreadable.isEmpty {
          skip(entry)
        } else {
          entries.append(entry)
        }
      }
    }
  }

  /// Reports an event without start. Tickets, articles and biographies mention events without
  /// dates; these are no items of the feed.
  private mutating func skip(_ entry: Entry) {
    let limit = 20
    guard problems.count < limit else {
      problems[limit - 1].message = "more events have no start and were skipped"
      return
    }
    problems.append(
      Finding(
        "Q_DATE_PARSE", subject: entry.title ?? entry.id,
        message: "an event without a start was skipped; ask the publisher for a startDate",
        line: entry.line))
  }

  private struct Found {
    var event: SchemaNode
    /// A hash of the node with all nested nodes; within one process, equal nodes have equal ones.
    var digest = 0
  }

  /// Collects the events of a node and its nested nodes, outer ones first.
  ///
  /// - Parameter inherited: The properties of an event that has none of its own.
  /// - Returns: The digest of the node.
  private static func collect(
    _ node: SchemaNode, inheriting inherited: [String: [SchemaValue]] = [:],
    into found: inout [Found]
  ) -> Int {
    let index = SchemaType.isEvent(node) ? found.count : nil
    var event = node
    var digest = Hasher()
    digest.combine(node.id)
    digest.combine(node.types)
    if index != nil {
      for (name, values) in inherited where node.values(name).isEmpty {
        event.properties[name] = values
      }
      found.append(Found(event: event))
      // Two places may have the same event.
      digest.combine(inherited["location"]?.first?.text)
    }
    for name in node.properties.keys.sorted() {
      digest.combine(name)
      digest.combine(node.values(name).count)
      for value in node.values(name) {
        switch value {
        case .text(let text): digest.combine(text)
        case .node(let child):
          let shared = properties(of: event, isEvent: index != nil, sharedWith: child, as: name)
          digest.combine(collect(child, inheriting: shared, into: &found))
        }
      }
    }
    let finished = digest.finalize()
    if let index { found[index].digest = finished }
    return finished
  }

  /// The properties that a node shares with an event in it: a `subEvent` has the name and the
  /// location of its event; an `event` of a place or an organization is there.
  private static func properties(
    of node: SchemaNode, isEvent: Bool, sharedWith child: SchemaNode, as name: String
  ) -> [String: [SchemaValue]] {
    if isEvent {
      guard name == "subEvent", child.id == nil else { return [:] }
      return node.properties.filter { ["name", "location"].contains($0.key) }
    }
    guard name == "event" || name == "events" else { return [:] }
    if let location = node.properties["location"] { return ["location": location] }
    guard !node.values("address").isEmpty || node.types.contains("Place") else { return [:] }
    return ["location": [.node(node)]]
  }

  /// Adds an event. Descriptions with one identifier are merged, unless their starts differ: some
  /// publishers give all events of a page the page's address.
  private mutating func add(_ found: Found) {
    let event = found.event
    guard let id = event.id else {
      if known.insert(found.digest).inserted { events.append(event) }
      return
    }
    guard let index = indices[id] else {
      indices[id] = events.count
      events.append(event)
      return
    }
    let (mine, other) = (event.text("startDate"), events[index].text("startDate"))
    if let mine, let other, mine != other {
      if known.insert(found.digest).inserted { events.append(event) }
      return
    }
    events[index].properties.merge(event.properties) { first, _ in first }
    for type in event.types where events[index].types.count < SchemaNode.typeLimit {
      if !events[index].types.contains(type) { events[index].types.append(type) }
    }
  }
}
