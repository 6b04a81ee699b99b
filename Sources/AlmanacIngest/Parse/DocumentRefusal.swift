import AlmanacModel

/// Why a document cannot be read.
struct DocumentRefusal: Error, Equatable {
  let code: FindingCode
  let message: String
  /// One-based, if known and not in the message.
  var line: Int?

  var finding: Finding { Finding(code, message: message, line: line) }

  static func tooManyItems(limit: Int) -> DocumentRefusal {
    DocumentRefusal(
      code: "E_ITEM_COUNT",
      message: "the document has more than \(limit) items; ask the publisher for a shorter window")
  }
}

// MARK: Encodings

extension DocumentRefusal {
  private static func encoding(_ message: String) -> DocumentRefusal {
    DocumentRefusal(code: "E_ENCODING", message: message)
  }

  /// UTF-7 hides markup from checks on bytes.
  static let utf7 = encoding(
    "the document is in UTF-7, which is unsafe; ask the publisher for UTF-8")
  static let utf32 = encoding("the document is in UTF-32; ask the publisher for UTF-8")
  static let ebcdic = encoding("the document is in EBCDIC; ask the publisher for UTF-8")

  static func unknownEncoding(_ label: String) -> DocumentRefusal {
    encoding(
      "the document names the encoding '\(label)', which is not known; ask the publisher for UTF-8")
  }

  /// Overlong forms must be rejected (RFC 3629, section 10).
  static func overlongForms(count: Int, line: Int) -> DocumentRefusal {
    encoding(
      "\(count) overlong UTF-8 form\(count == 1 ? "" : "s"), the first in line \(line); "
        + "ask the publisher for valid UTF-8")
  }

  /// Too many sequences do not decode, so that the label must be wrong.
  static func undecodable(_ encoding: String, count: Int) -> DocumentRefusal {
    self.encoding(
      "\(count) sequence\(count == 1 ? " is" : "s are") not \(encoding), as it is labeled; "
        + "ask the publisher for UTF-8")
  }

  static func invalidUTF8(count: Int, line: Int) -> DocumentRefusal {
    encoding(
      "\(count) sequences are not UTF-8, the first in line \(line); "
        + "ask the publisher for valid UTF-8")
  }
}

// MARK: XML

extension DocumentRefusal {
  /// An entity that is more than a short text; such entities can multiply and fetch files.
  static func entityDeclaration(line: Int) -> DocumentRefusal {
    DocumentRefusal(
      code: "E_XML_DTD",
      message: "entity in line \(line) that is more than a short text; "
        + "ask the publisher to write the characters themselves")
  }

  static func differentRepair(line: Int) -> DocumentRefusal {
    DocumentRefusal(
      code: "E_PARSE",
      message: "the XML is not well-formed, and what was read up to line \(line) is not certain; "
        + "ask the publisher for well-formed XML")
  }

  static func tooDeep(limit: Int, line: Int) -> DocumentRefusal {
    DocumentRefusal(
      code: "E_XML_DEPTH",
      message: "elements nested more than \(limit) deep in line \(line); this is no feed")
  }

  /// - Parameter part: Such as `tag of bytes`.
  static func tooLarge(_ part: String, limit: Int, line: Int) -> DocumentRefusal {
    DocumentRefusal(
      code: "E_XML_SIZE",
      message: "\(part) over the limit of \(limit) in line \(line); this is no feed")
  }
}
