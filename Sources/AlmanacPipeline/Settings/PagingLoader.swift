import AlmanacModel

/// Reads `pages` of a source's definition.
enum PagingLoader {
  /// `link`, or `{next: PATH}`, `{page: NAME}`, `{offset: NAME}`, `{cursor: NAME, at: PATH}` or
  /// `{sitemap: PATTERN}`, with bounds.
  static func load(_ node: ConfigurationNode) throws(ConfigurationError) -> PagingRule {
    guard node.isMapping else { return PagingRule(.link) }
    var rule = PagingRule(try method(node))
    rule.pageCount = node["pageCount"]?.text
    rule.itemCount = node["itemCount"]?.text
    node.read("most", \.integer, into: &rule.most)
    node.read("timeout", \.seconds, into: &rule.timeout)
    return rule
  }

  private static func method(_ node: ConfigurationNode) throws(ConfigurationError)
    -> PagingRule.Method
  {
    let methods = ["next", "page", "offset", "cursor", "sitemap"].compactMap { name in
      node[name]?.text.map { (name, $0) }
    }
    guard methods.count == 1, let (name, text) = methods.first else {
      throw node.error("expected one of next, page, offset, cursor and sitemap")
    }
    switch name {
    case "next": return .next(path: text)
    case "page": return .number(parameter: text, first: node["first"]?.integer ?? 1)
    case "offset": return .offset(parameter: text)
    case "cursor": return .cursor(parameter: text, path: try node.required("at").text ?? "")
    default: return .sitemap(pattern: text)
    }
  }
}
