/// Reads `ping:`: `{url: URL}`, or where the URL is, because whoever knows it can say that all is well.
enum PingLoader {
  static func load(_ node: ConfigurationNode) throws(ConfigurationError) -> Settings.PingAddress {
    let url = try node.required("url")
    guard !url.isMapping else { return .secret(try CredentialsLoader.secret(url)) }
    let text = try url.string()
    guard HealthPing.isAddress(text) else { throw url.error("'\(text)' is no http or https URL") }
    return .url(text)
  }
}
