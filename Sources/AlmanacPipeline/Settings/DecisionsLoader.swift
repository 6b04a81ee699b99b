import AlmanacModel

/// Reads `decisions.yaml`. Every entry may carry a `note`, which is for people.
enum DecisionsLoader {
  static func load(_ root: ConfigurationNode) -> Decisions {
    func entries(_ key: String) -> [ConfigurationNode] { root[key]?.elements ?? [] }
    var decisions = Decisions()
    decisions.same = entries("same").map { $0["listings"]?.texts ?? [] }
    decisions.different = entries("different").map { $0["listings"]?.texts ?? [] }
    decisions.hide = entries("hide").compactMap { $0["listing"]?.text }
    for pin in entries("pin-place") {
      guard let venue = pin["venue"]?.text else { continue }
      decisions.pinPlace[venue.lowercased()] = pin["place"]?.text
    }
    for edit in entries("set") {
      guard let event = edit["event"]?.text else { continue }
      for field in ["title", "category"] {
        if let value = edit[field]?.text { decisions.set[event, default: [:]][field] = value }
      }
    }
    return decisions
  }
}
