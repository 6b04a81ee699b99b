import AlmanacModel

/// An event that the text of a feed's item marks up: it says when and where, where the item's own
/// elements don't (Campus Labs Engage, whose pubDate is the time of the build).
enum MicroformatModule {
  /// - Parameter markup: the description of the item.
  static func fill(_ entry: inout Entry, from markup: String?, _ context: ReadingContext) {
    guard let markup, MicroformatEvent.mayBe(in: markup),
      markup.utf8.count <= context.limits.fieldBytes
    else { return }
    let tree = HTMLTree(Array(markup.utf8), base: context.baseURL, depth: context.limits.depth)
    let events = MicroformatEvent.events(in: tree.root)
    // Which of several is meant, the item does not say.
    guard events.count == 1, let event = events.first else { return }
    let stated = MicroformatMapper(context).entry(event)
    if entry.start == nil, entry.unreadable["start"] == nil {
      entry.start = stated.start
      entry.end = stated.end
      entry.recurrence = stated.recurrence
      entry.unreadable.merge(stated.unreadable) { own, _ in own }
    }
    entry.title = entry.title ?? stated.title
    entry.link = entry.link ?? stated.link
    if entry.venue == nil {
      entry.venue = stated.venue
      entry.address = stated.address
    }
    entry.onlineURL = entry.onlineURL ?? stated.onlineURL
    entry.coordinate = entry.coordinate ?? stated.coordinate
    entry.organizer = entry.organizer ?? stated.organizer
    entry.status = entry.status ?? stated.status
    if entry.categories.isEmpty { entry.categories = stated.categories }
    guard let text = stated.summary, tree.root.children.count == 1 else { return }
    // All that stands beside the event's own description is what the fields say already.
    entry.summary = text
    entry.html = stated.html
  }
}
