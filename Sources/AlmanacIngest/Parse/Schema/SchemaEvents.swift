import AlmanacModel

/// The events among the things that a document describes, as entries in document order.
struct SchemaEvents {
  private(set) var entries: [Entry] = []
  /// Events that were passed over, each told once.
  private(set) var problems: [Finding] = []
  /// Whether anything was described as an event, dated or not.
  private(set) var foundAny = false

  private var events: [SchemaNode] = []
  /// Places in `events` by identifier.
  private var places: [String: Int] = [:]
  private var known: Set<SchemaNode> = []

  /// - Parameter line: of the document, where the description begins.
  init(in roots: [SchemaNode], _ context: ReadingContext, line: Int? = nil) {
    for root in roots { collect(root) }
    foundAny = !events.isEmpty
    let mapper = SchemaEventMapper(context, SchemaIndex(roots), line: line)
    for event in events {
      for entry in mapper.entries(event) {
        if entry.start == nil, entry.unreadable.isEmpty {
          passOver(entry)
        } else {
          entries.append(entry)
        }
      }
    }
  }

  /// What only mentions an event (a ticket, an article, a person's biography) states no start; it
  /// is no item of a feed.
  private mutating func passOver(_ entry: Entry) {
    let limit = 20
    guard problems.count < limit else {
      problems[limit - 1].message = "and more events state no start and were passed over"
      return
    }
    problems.append(
      Finding(
        "Q_DATE_PARSE", subject: entry.title ?? entry.id,
        message: "an event without a start was passed over; ask the publisher to state startDate",
        line: entry.line))
  }

  /// A node comes before what it holds.
  private mutating func collect(_ node: SchemaNode) {
    if SchemaType.isEvent(node) { add(node) }
    for name in node.properties.keys.sorted() {
      for case .node(let child) in node.values(name) { collect(child) }
    }
  }

  /// What is described in several places under one identifier is one event, unless it starts at
  /// different times: some publishers give the page's address to all of its events.
  private mutating func add(_ event: SchemaNode) {
    guard let id = event.id else {
      if known.insert(event).inserted { events.append(event) }
      return
    }
    guard let place = places[id] else {
      places[id] = events.count
      events.append(event)
      return
    }
    let (mine, other) = (event.text("startDate"), events[place].text("startDate"))
    if let mine, let other, mine != other {
      if known.insert(event).inserted { events.append(event) }
      return
    }
    events[place].properties.merge(event.properties) { kept, _ in kept }
    for type in event.types where !events[place].types.contains(type) {
      events[place].types.append(type)
    }
  }
}
