import AlmanacModel

/// Reads the `presence:` section of `feed.yaml`.
enum PresenceRuleLoader {
  static func load(
    _ node: ConfigurationNode, gazetteer: Gazetteer
  ) throws(ConfigurationError) -> PresenceRule {
    var rule = PresenceRule(key: CredentialsLoader.secret(try node.required("key")))
    node.read("least", \.integer, into: &rule.least)
    node.read("radius", \.number, into: &rule.radius)
    node.read("wait", \.seconds, into: &rule.wait)
    let places = Set(gazetteer.places.map(\.id))
    for (place, capacity) in node["capacity"]?.members ?? [] {
      guard places.contains(place) else {
        throw capacity.error("there is no place '\(place)' in the gazetteer")
      }
      rule.capacities[place] = capacity.integer
    }
    return rule
  }
}
