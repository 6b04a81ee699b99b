import AlmanacModel
import AlmanacRefine

extension Decisions: ConfigurationValue {
  /// The content of `decisions.yaml`. Every entry may carry a `note`, which is for people.
  init(_ node: ConfigurationNode) throws {
    func entries(_ key: String) throws -> [[String: [String]]] { try node.decoded(key) }
    self.init(
      same: try entries("same").compactMap { $0["listings"] },
      different: try entries("different").compactMap { $0["listings"] },
      hide: try entries("hide").flatMap { $0["listing"] ?? [] })
    for pin in try node.decoded("pin-place") as [[String: String]] {
      if let venue = pin["venue"] { pinPlace[venue.lowercased()] = pin["place"] }
    }
    // `set` is the former name of `edit`.
    for key in ["set", "edit"] {
      for edit in try node.decoded(key) as [[String: String]] {
        guard let event = edit["event"] else { continue }
        for (key, text) in edit where !["event", "note"].contains(key) {
          // The field of the event; all others have the names of their keys.
          set[event, default: [:]][key == "description" ? "text" : key] = text
        }
      }
    }
  }
}
