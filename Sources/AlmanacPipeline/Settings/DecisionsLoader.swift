import AlmanacModel
import AlmanacRefine
import AlmanacTime

extension ConfigurationNode {
  /// The content of `decisions.yaml`. Every entry may carry a `note`, which is for people.
  func decisions() throws(ConfigurationError) -> Decisions {
    func entries(_ key: String) -> [ConfigurationNode] { self[key]?.elements ?? [] }
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
      for (key, value) in edit.members where !["event", "note"].contains(key) {
        guard let text = value.text else { continue }
        if ["start", "end"].contains(key), CalendarTime(text) == nil {
          throw value.error("expected a time such as 2026-03-10T19:30 or a day such as 2026-03-10")
        }
        // The field of the event; all others have the names of their keys.
        decisions.set[event, default: [:]][key == "description" ? "text" : key] = text
      }
    }
    return decisions
  }
}
