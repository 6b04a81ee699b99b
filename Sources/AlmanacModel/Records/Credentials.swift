/// Where a secret is. The secret itself is in no record, so that it is in no log and no edition.
public enum SecretPlace: Hashable, Sendable, Codable {
  /// A variable of the environment.
  case environment(String)
  /// A file whose text, without white space around it, is the secret.
  case file(String)
}

/// What a publisher wants to see before it answers. It is sent to the host of the source's URL and to
/// no other that a redirect leads to.
public enum Credentials: Hashable, Sendable, Codable {
  /// RFC 7617.
  case basic(user: String, password: SecretPlace)
  /// RFC 6750.
  case bearer(SecretPlace)
  /// A header line of the publisher's own.
  case header(name: String, value: SecretPlace)
  /// What takes the place of `{key}` in the URL.
  case key(SecretPlace)

  public var secret: SecretPlace {
    switch self {
    case .basic(_, let place), .bearer(let place), .header(_, let place), .key(let place): place
    }
  }
}
