public import AlmanacTime
import Crypto
import Foundation

/// Makes and checks the tokens of one log.
///
/// A token is `1.ROLE.PERSON.EXPIRY.MAC`: `p` or `s` for a person or the staff, the person's id, the
/// end of its validity in seconds since 1970, and the HMAC-SHA-256 (RFC 2104) of the source's id and
/// all before it, in hexadecimal digits. It identifies the writer of a line without accounts: its holder
/// counts as the person.
public struct SubmissionKey: Sendable {
  public enum Role: String, Sendable {
    case person = "p"
    case staff = "s"
  }

  /// The holder of a valid token.
  struct Holder: Hashable, Sendable {
    /// The hash of the person's id.
    var hash: String
    var isStaff: Bool
    var expiry: Instant
  }

  /// Characters of the shortest secret. One that can be guessed forges all tokens.
  public static let leastLength = 32

  private let key: SymmetricKey
  private let source: String

  /// - Parameters:
  ///   - secret: Shared with the programs that write tokens.
  ///   - source: The id of the source: a token for one log is worth nothing in another.
  public init(secret: String, source: String) {
    key = SymmetricKey(data: Data(secret.utf8))
    self.source = source
  }

  public func token(for person: String, role: Role = .person, until expiry: Instant) -> String {
    let content = "1.\(role.rawValue).\(person).\(expiry.secondsSinceEpoch)"
    return content + "." + HexDigits.text(of: code(of: content))
  }

  /// What is stored of a person: a keyed hash, which nobody without the key can compute from an id.
  public func hash(of person: String) -> String {
    String(HexDigits.text(of: code(of: "person \(person)")).prefix(32))
  }

  /// The holder of a token; nil for one that this key did not make.
  func holder(of token: String) -> Holder? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[0] == "1", let role = Role(rawValue: parts[1]),
      SubmissionID.isValid(parts[2]), let expiry = Int64(parts[3]),
      let mac = HexDigits.bytes(of: parts[4]),
      HMAC<SHA256>.isValidAuthenticationCode(
        mac, authenticating: message(parts.prefix(4).joined(separator: ".")), using: key)
    else { return nil }
    return Holder(
      hash: hash(of: parts[2]), isStaff: role == .staff,
      expiry: Instant(secondsSinceEpoch: expiry))
  }

  private func code(of content: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: message(content), using: key)
  }

  private func message(_ content: String) -> Data { Data("\(source)\n\(content)".utf8) }
}

/// Ids of submissions and of people in a log.
public enum SubmissionID {
  /// Whether a text is of 1 to 64 letters, digits, hyphens and underscores of ASCII.
  public static func isValid(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}
