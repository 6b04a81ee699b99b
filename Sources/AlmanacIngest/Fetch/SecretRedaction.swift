import Foundation

/// Inserts a key into the URL of a request, and replaces secrets in everything that is stored or
/// logged.
struct SecretRedaction {
  /// The placeholder of the key in a source's URL.
  static let placeholder = "{key}"

  /// Percent-encoded.
  private let key: String
  /// Both plain and percent-encoded, because a server may repeat either form.
  private let secrets: [String]

  /// - Parameters:
  ///   - key: The key in the URL.
  ///   - others: Secrets in header fields.
  init(key: String?, others: [String] = []) {
    self.key = key.map(Self.encoded) ?? ""
    secrets = ([key].compactMap(\.self) + others).flatMap { [Self.encoded($0), $0] }
      .filter { !$0.isEmpty }
  }

  /// Percent-encodes all but unreserved characters (RFC 3986 section 2.3).
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet.alphanumerics
    .intersection(CharacterSet(charactersIn: "\0"..."~"))
    .union(CharacterSet(charactersIn: "-._~"))

  /// Replaces the placeholder by the key.
  func revealing(_ url: String) -> String {
    key.isEmpty ? url : url.replacing(Self.placeholder, with: key)
  }

  /// Replaces all secrets by the placeholder.
  func hiding(in text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: Self.placeholder) }
  }

  /// Replaces all secrets in a body, because a server may repeat the request in its response.
  /// Secrets below six bytes are ignored: such texts occur in any document.
  func hiding(in body: [UInt8]) -> [UInt8] {
    let placeholder = Array(Self.placeholder.utf8)
    return Set(secrets).filter { $0.utf8.count >= 6 }.sorted().reduce(body) { body, text in
      let text = Array(text.utf8)
      return body.firstRange(of: text) == nil ? body : body.replacing(text, with: placeholder)
    }
  }

  /// The header's value; nil if it contains a secret, because a redacted validator would be
  /// useless.
  func clears(_ header: String?) -> String? {
    header.flatMap { hiding(in: $0) == $0 ? $0 : nil }
  }

  func hiding(in failure: HTTPFailure) -> HTTPFailure {
    switch failure {
    case .addressDenied(let host, let address):
      .addressDenied(host: hiding(in: host), address: address)
    case .schemeDenied(let text): .schemeDenied(hiding(in: text))
    case .invalidRequest(let text): .invalidRequest(hiding(in: text))
    case .network(let text): .network(hiding(in: text))
    case .tls(let text): .tls(hiding(in: text))
    case .redirectDenied(let text): .redirectDenied(to: hiding(in: text))
    case .protocolError(let text): .protocolError(hiding(in: text))
    case .contentEncoding(let text): .contentEncoding(hiding(in: text))
    case .timedOut, .stalled, .redirectLimit, .headersTooLarge, .truncated, .tooLarge,
      .decodedTooLarge, .leftAlone, .cancelled:
      failure
    }
  }
}
