import AlmanacModel

/// Reads `submissions:` of a definition.
enum SubmissionRulesLoader {
  static func load(_ node: ConfigurationNode) throws(ConfigurationError) -> SubmissionRules {
    var rules = SubmissionRules(key: CredentialsLoader.secret(try node.required("key")))
    node.read("reports", \.integer, into: &rules.reports)
    if let reasons = node["reasons"] { rules.reasons = reasons.texts }
    rules.required = Set(node["required"]?.texts ?? [])
    for (member, column) in node["columns"]?.members ?? [] {
      rules.columns[member] = column.text
    }
    return rules
  }
}
