import AlmanacModel

/// Parses a feed as XML and turns repairs and errors into findings.
struct FeedScan {
  /// The encoding of the document; nil if it was rejected.
  private(set) var encoding: String?
  private(set) var documentType: String?
  private(set) var problems: [Finding] = []

  /// Parses a document tree by tree. An `E_` finding means that it was rejected.
  init(
    _ bytes: [UInt8], _ context: ReadingContext,
    choose: (StartElement, [XMLName]) throws -> XMLTree.Choice,
    handle: (XMLNode, [XMLName]) throws -> Void
  ) {
    do {
      let outcome = try XMLTree.parse(
        bytes, charset: ContentType.charset(context.contentType), base: context.baseURL,
        choose: choose, handle: handle)
      encoding = outcome.encoding
      documentType = outcome.publicID
      problems = outcome.problems
      if let damage = outcome.damage { problems.append(Self.finding(damage)) }
      if !outcome.hasRoot {
        problems.append(Finding("E_PARSE", message: "the document holds no element"))
      }
    } catch let refusal as DocumentRefusal {
      problems = [refusal.finding]
    } catch {
      problems = [Finding("E_PARSE", message: "the document cannot be read: \(error)")]
    }
  }

  /// The parsed document with metadata, findings and the number of entries.
  func feed(_ head: Document, _ count: Int = 0) -> ParsedFeed {
    var document = head
    document.encoding = encoding
    document.documentType = documentType
    document.problems = problems
    if !isRefused { document.entryCount = count }
    return ParsedFeed(document: document)
  }

  var isRefused: Bool { problems.contains { $0.code.refusesSource } }

  private static func finding(_ damage: XMLDamage) -> Finding {
    switch damage.kind {
    case .truncated:
      Finding("W_TRUNCATED", severity: .warning, message: damage.message, line: damage.line)
    case .trailing:
      Finding(
        "W_TRAILING", severity: .warning,
        message: "something follows the end of the document: \(damage.message)", line: damage.line)
    case .malformed:
      Finding(
        "W_MALFORMED", severity: .warning, message: "the XML is not well-formed: \(damage.message)",
        line: damage.line)
    }
  }
}

extension ReadingLimits {
  /// Throws if a feed has more items than allowed.
  ///
  /// - Parameter count: The items read so far.
  func admit(_ count: Int) throws(DocumentRefusal) {
    guard count < entries else { throw .tooManyItems(limit: entries) }
  }
}

/// The charset of a Content-Type header (RFC 9110, section 8.3.2).
enum ContentType {
  static func charset(_ header: String?) -> String? {
    for parameter in header?.split(separator: ";").dropFirst() ?? [] {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, FieldText.clean(String(parts[0])).text.lowercased() == "charset"
      else { continue }
      let value = parts[1].filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace }
      return value.isEmpty ? nil : value
    }
    return nil
  }
}
