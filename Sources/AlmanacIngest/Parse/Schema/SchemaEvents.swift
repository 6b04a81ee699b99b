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
  private var known: Set<SchemaDigest> = []

  /// - Parameter line: of the document, where the description begins.
  init(in roots: [SchemaNode], _ context: ReadingContext, line: Int? = nil) {
    var found: [Found] = []
    for root in roots { _ = Self.collect(root, into: &found) }
    for event in found { add(event) }
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

  private struct Found {
    var event: SchemaNode
    var digest = SchemaDigest()
  }

  /// A node comes before what it holds; each is looked through once, whatever holds it.
  ///
  /// - Returns: all that the node says.
  private static func collect(_ node: SchemaNode, into found: inout [Found]) -> SchemaDigest {
    let place = SchemaType.isEvent(node) ? found.count : nil
    if place != nil { found.append(Found(event: node)) }
    var digest = SchemaDigest.Builder(node)
    for name in node.properties.keys.sorted() {
      digest.add(name: name)
      for value in node.values(name) {
        switch value {
        case .text(let text): digest.add(text)
        case .node(let child): digest.add(collect(child, into: &found))
        }
      }
    }
    let finished = digest.finished
    if let place { found[place].digest = finished }
    return finished
  }

  /// What is described in several places under one identifier is one event, unless it starts at
  /// different times: some publishers give the page's address to all of its events.
  private mutating func add(_ found: Found) {
    let event = found.event
    guard let id = event.id else {
      if known.insert(found.digest).inserted { events.append(event) }
      return
    }
    guard let place = places[id] else {
      places[id] = events.count
      events.append(event)
      return
    }
    let (mine, other) = (event.text("startDate"), events[place].text("startDate"))
    if let mine, let other, mine != other {
      if known.insert(found.digest).inserted { events.append(event) }
      return
    }
    events[place].properties.merge(event.properties) { kept, _ in kept }
    for type in event.types where events[place].types.count < SchemaNode.typeLimit {
      if !events[place].types.contains(type) { events[place].types.append(type) }
    }
  }
}
