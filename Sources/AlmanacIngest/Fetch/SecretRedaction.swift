import Foundation

/// Puts a key into a URL for the one who is asked, and takes it out of what is told of it.
struct SecretRedaction {
  /// Where the key stands in a source's URL.
  static let placeholder = "{key}"

  private let key: String
  /// In the forms in which they may come back.
  private let secrets: [String]

  /// - Parameters:
  ///   - key: what stands in the URL.
  ///   - others: what is sent elsewhere.
  init(key: String?, others: [String] = []) {
    self.key = key.map(Self.encoded) ?? ""
    secrets = ([key].compactMap(\.self) + others).flatMap { [Self.encoded($0), $0] }
      .filter { !$0.isEmpty }
  }

  private static func encoded(_ secret: String) -> String {
    secret.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// What RFC 3986 section 2.3 leaves as it is.
  static let unreserved = CharacterSet.alphanumerics
    .intersection(CharacterSet(charactersIn: "\0"..."~"))
    .union(CharacterSet(charactersIn: "-._~"))

  func revealing(_ url: String) -> String {
    key.isEmpty ? url : url.replacing(Self.placeholder, with: key)
  }

  func hiding(in text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: Self.placeholder) }
  }

  /// A server may repeat the question in its answer. A text so short that it is no key but occurs in
  /// any document is left alone.
  func hiding(in body: [UInt8]) -> [UInt8] {
    let placeholder = Array(Self.placeholder.utf8)
    return Set(secrets).filter { $0.utf8.count >= 6 }.sorted().reduce(body) { body, text in
      let text = Array(text.utf8)
      return body.firstRange(of: text) == nil ? body : body.replacing(text, with: placeholder)
    }
  }

  /// A validator goes back as it came or not at all.
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
