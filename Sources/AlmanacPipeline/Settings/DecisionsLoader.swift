import AlmanacModel
import AlmanacRefine
import AlmanacTime

/// Reads `decisions.yaml`. Every entry may carry a `note`, which is for people.
enum DecisionsLoader {
  /// Keys of `edit` and the fields of `Decisions.set` that they are.
  private static let fields = [
    "title": "title", "category": "category", "start": "start", "end": "end", "venue": "venue",
    "place": "place", "status": "status", "url": "url", "description": "text", "image": "image",
    "price": "price", "featured": "featured",
  ]

  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> Decisions {
    func entries(_ key: String) -> [ConfigurationNode] { root[key]?.elements ?? [] }
    var decisions = Decisions()
    decisions.same = entries("same").map { $0["listings"]?.texts ?? [] }
    decisions.different = entries("different").map { $0["listings"]?.texts ?? [] }
    decisions.hide = entries("hide").compactMap { $0["listing"]?.text }
    for pin in entries("pin-place") {
      guard let venue = pin["venue"]?.text else { continue }
      decisions.pinPlace[venue.lowercased()] = pin["place"]?.text
    }
    for edit in entries("set") + entries("edit") {
      guard let event = edit["event"]?.text else { continue }
      for (key, value) in edit.members {
        guard let field = fields[key], let text = value.text else { continue }
        if ["start", "end"].contains(key), CalendarTime(text) == nil {
          throw value.error("expected a time such as 2026-03-10T19:30 or a day such as 2026-03-10")
        }
        decisions.set[event, default: [:]][field] = text
      }
    }
    return decisions
  }
}
