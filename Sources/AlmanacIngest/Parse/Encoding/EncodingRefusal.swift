/// Why a document cannot be decoded. Reported as `E_ENCODING`.
enum EncodingRefusal: Error, Equatable, Sendable {
  /// UTF-7 hides markup from checks on bytes.
  case utf7
  case utf32
  case ebcdic
  case unknown(label: String)
  /// Overlong forms must be rejected (RFC 3629, section 10).
  case overlongForms(count: Int, line: Int)
  /// Too many bytes do not decode, so that the label must be wrong.
  case undecodable(encoding: String, count: Int)

  static let code = "E_ENCODING"
}

extension EncodingRefusal: CustomStringConvertible {
  var description: String {
    switch self {
    case .utf7: "the document is in UTF-7, which is unsafe; ask the publisher for UTF-8"
    case .utf32: "the document is in UTF-32; ask the publisher for UTF-8"
    case .ebcdic: "the document is in EBCDIC; ask the publisher for UTF-8"
    case .unknown(let label):
      "the document names the encoding '\(label)', which is not known; ask the publisher for UTF-8"
    case .overlongForms(let count, let line):
      "\(count) overlong UTF-8 form\(count == 1 ? "" : "s"), the first in line \(line); "
        + "ask the publisher for valid UTF-8"
    case .undecodable(let encoding, let count):
      "\(count) sequence\(count == 1 ? " is" : "s are") not \(encoding), as it is labeled; "
        + "ask the publisher for UTF-8"
    }
  }
}
