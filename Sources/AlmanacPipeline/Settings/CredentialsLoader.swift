import AlmanacModel
import Foundation

/// Reads where the secrets of a source are. Definitions are shared and published, so they have no secrets.
enum CredentialsLoader {
  /// `{basic: USER, password: SECRET}`, `{bearer: SECRET}`, `{header: NAME, value: SECRET}` or
  /// `{key: SECRET}`.
  static func load(_ node: ConfigurationNode) throws(ConfigurationError) -> Credentials {
    if let key = node["key"] { return .key(secret(key)) }
    switch (node["basic"], node["bearer"], node["header"]) {
    case (let user?, nil, nil):
      let name = user.text ?? ""
      guard !name.contains(":") else { throw user.error("a user's name has no ':' (RFC 7617)") }
      return .basic(user: name, password: secret(try node.required("password")))
    case (nil, let token?, nil): return .bearer(secret(token))
    case (nil, nil, let header?):
      return .header(name: header.text ?? "", value: secret(try node.required("value")))
    default:
      throw node.error(
        "expected one of 'basic' with 'password', 'bearer', 'header' with 'value', 'key'")
    }
  }

  /// `{env: NAME}` or `{file: PATH}`.
  static func secret(_ node: ConfigurationNode) -> SecretPlace {
    if let name = node["env"]?.text { return .environment(name) }
    let folder = URL(filePath: node.file).deletingLastPathComponent()
    return .file((node["file"] ?? node).file(in: folder).path)
  }
}
