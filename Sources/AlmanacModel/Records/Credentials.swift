/// The location of a secret. Records never contain the secret itself, so it cannot reach a log or
/// an edition.
public enum SecretPlace: Hashable, Sendable, Codable {
  case environment(String)
  /// A file whose text, trimmed of white space, is the secret.
  case file(String)
}

/// How a source authenticates its requests. Credentials go to the host of the source's URL only,
/// never to the target of a redirect to another host.
public enum Credentials: Hashable, Sendable, Codable {
  /// Basic authentication (RFC 7617).
  case basic(user: String, password: SecretPlace)
  /// A bearer token (RFC 6750).
  case bearer(SecretPlace)
  /// A header line with a custom name.
  case header(name: String, value: SecretPlace)
  /// A key that replaces `{key}` in the URL.
  case key(SecretPlace)

  public var secret: SecretPlace {
    switch self {
    case .basic(_, let place), .bearer(let place), .header(_, let place), .key(let place): place
    }
  }
}
