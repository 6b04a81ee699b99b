import AlmanacModel
import Foundation

/// Reads where the secrets of a source are: a definition is shared and published, a secret is not.
enum CredentialsLoader {
  /// `{basic: USER, password: SECRET}`, `{bearer: SECRET}` or `{header: NAME, value: SECRET}`.
  static func load(_ node: ConfigurationNode) throws(ConfigurationError) -> Credentials {
    switch (try node.child("basic"), try node.child("bearer"), try node.child("header")) {
    case (let user?, nil, nil):
      let name = try user.string()
      guard !name.contains(":") else { throw user.error("a user's name has no ':' (RFC 7617)") }
      return .basic(user: name, password: try secret(try node.required("password")))
    case (nil, let token?, nil): return .bearer(try secret(token))
    case (nil, nil, let header?):
      return .header(name: try header.string(), value: try secret(try node.required("value")))
    default:
      throw node.error("expected one of 'basic' with 'password', 'bearer', 'header' with 'value'")
    }
  }

  /// `{env: NAME}` or `{file: PATH}`.
  static func secret(_ node: ConfigurationNode) throws(ConfigurationError) -> SecretPlace {
    let folder = URL(filePath: node.file).deletingLastPathComponent()
    switch (try node.child("env"), try node.child("file")) {
    case (let name?, nil): return .environment(try name.string())
    case (nil, let path?): return .file(try path.resolved(in: folder).path)
    default: throw node.error("expected {env: NAME} or {file: PATH}")
    }
  }
}
