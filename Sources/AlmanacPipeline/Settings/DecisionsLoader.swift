import AlmanacModel

/// Reads `decisions.yaml`. Every entry may carry a `note:`, which is for people.
enum DecisionsLoader {
  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> Decisions {
    try root.allow(["same", "different", "hide", "pin-place", "set"])
    var decisions = Decisions()
    decisions.same = try sets(root, "same")
    decisions.different = try sets(root, "different")
    for entry in try entries(root, "hide", ["listing", "note"]) {
      decisions.hide.append(try entry.required("listing").string())
    }
    for entry in try entries(root, "pin-place", ["venue", "place", "note"]) {
      let venue = try entry.required("venue").string()
      decisions.pinPlace[venue.lowercased()] = try entry.required("place").string()
    }
    for entry in try entries(root, "set", ["event", "title", "category", "note"]) {
      let event = try entry.required("event").string()
      for field in ["title", "category"] {
        guard let value = try entry.child(field) else { continue }
        decisions.set[event, default: [:]][field] = try value.string()
      }
    }
    return decisions
  }

  private static func sets(_ root: ConfigurationNode, _ name: String) throws(ConfigurationError)
    -> [[String]]
  {
    var sets: [[String]] = []
    for entry in try entries(root, name, ["listings", "note"]) {
      let listings = try entry.required("listings").strings()
      guard listings.count >= 2 else { throw entry.error("'listings' must name at least two") }
      sets.append(listings)
    }
    return sets
  }

  private static func entries(_ root: ConfigurationNode, _ name: String, _ known: [String])
    throws(ConfigurationError) -> [ConfigurationNode]
  {
    let entries = try root.child(name)?.list() ?? []
    for entry in entries { try entry.allow(known) }
    return entries
  }
}
