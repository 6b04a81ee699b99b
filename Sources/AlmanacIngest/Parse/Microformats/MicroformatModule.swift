import AlmanacModel

/// Reads an event marked up in the text of a feed item. It fills the fields that the item's own
/// elements leave open (Campus Labs Engage, whose `pubDate` is the build time).
enum MicroformatModule {
  /// - Parameter markup: The item's description.
  static func fill(_ entry: inout Entry, from markup: String?, _ context: ReadingContext) {
    guard let markup, MicroformatEvent.mayBe(in: markup),
      markup.utf8.count <= context.limits.fieldBytes
    else { return }
    let tree = HTMLTree(Array(markup.utf8), base: context.baseURL, depth: context.limits.depth)
    let events = MicroformatEvent.events(in: tree.root)
    // With several events it is unknown which one the item means.
    guard events.count == 1, let event = events.first else { return }
    let marked = MicroformatMapper(context).entry(event, published: entry.published)
    if entry.start == nil, entry.unreadable["start"] == nil {
      entry.start = marked.start
      entry.yearGuess = marked.yearGuess
      entry.zoneConflict = marked.zoneConflict
      entry.end = marked.end
      entry.recurrence = marked.recurrence
      entry.unreadable.merge(marked.unreadable) { own, _ in own }
    }
    entry.title = entry.title ?? marked.title
    entry.link = entry.link ?? marked.link
    if entry.venue == nil {
      entry.venue = marked.venue
      entry.address = marked.address
    }
    entry.onlineURL = entry.onlineURL ?? marked.onlineURL
    entry.coordinate = entry.coordinate ?? marked.coordinate
    entry.organizer = entry.organizer ?? marked.organizer
    entry.status = entry.status ?? marked.status
    if entry.categories.isEmpty { entry.categories = marked.categories }
    guard let text = marked.summary, tree.root.children.count == 1 else { return }
    // The rest of the item's description repeats the fields of the event.
    entry.summary = text
    entry.html = marked.html
  }
}
