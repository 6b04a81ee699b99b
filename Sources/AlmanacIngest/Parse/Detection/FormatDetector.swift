import AlmanacModel

/// Detects the format of a document by its first bytes; file names and headers are not used.
enum FormatDetector {
  /// The bytes examined; few prologs are longer.
  private static let headBytes = 16 * 1024

  static func detect(_ bytes: [UInt8]) -> DetectedFormat {
    let head = Array(bytes.prefix(headBytes))
    let format = format(ofHead: readable(head))
    let continues = bytes.count > headBytes && head.contains(UInt8(ascii: "<"))
    switch format {
    case .text where continues:
      // A comment or DOCTYPE does not end within the head; search the whole document.
      return self.format(ofHead: readable(bytes))
    case .empty where bytes.count > headBytes:
      return bytes.dropFirst(headBytes).allSatisfy(\.isSpace) ? .empty : .text
    default: return format
    }
  }

  private static func format(ofHead head: [UInt8]) -> DetectedFormat {
    var scanner = PrologScanner(head)
    scanner.skipSpace()
    guard let first = scanner.peek else { return .empty }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return json(head) }
    if JSONWrapper.begins(head) { return json(head) }
    var prolog = scanner
    if let root = prolog.root() {
      let format = format(of: root, head)
      guard format == .html, root.isMessage else { return format }
      if !scanner.contains("begin:vcalendar") {
        return feed(after: scanner, head, marked: ["<?xml "]) ?? .html
      }
    }
    if scanner.contains("begin:vcalendar") || scanner.contains("begin:vevent") {
      return .feed(.icalendar)
    }
    return feed(after: scanner, head, marked: ["<?xml", "<rss", "<feed", "<rdf:rdf"])
      ?? (CSVReader.isTable(head) ? .feed(.csv) : .text)
  }

  /// The format of a feed that follows a script's warnings or a proxy's message.
  private static func feed(
    after scanner: PrologScanner, _ head: [UInt8], marked starts: [String]
  ) -> DetectedFormat? {
    for start in starts {
      var later = scanner
      if later.move(to: start), let root = later.root(), root.isFeed {
        return format(of: root, head)
      }
    }
    return nil
  }

  private static func format(of root: DocumentRoot, _ head: [UInt8]) -> DetectedFormat {
    switch root.local {
    case "rss":
      return .feed(root.version.hasPrefix("0.9") ? .rss09x : .rss)
    case "rdf":
      // The namespace may be declared on the channel only.
      let scanner = PrologScanner(head)
      let isFeed =
        root.text.contains("rss") || root.text.contains("netscape")
        || scanner.contains("//purl.org/rss/1.0/\"") || scanner.contains("//purl.org/rss/1.0/'")
        || scanner.contains("netscape.com/rdf/simple/")
      return .feed(isFeed ? .rss1 : .xml)
    case "feed", "entry":
      // Atom 0.3 uses several namespaces.
      let isAtom =
        root.text.contains("atom") || !root.text.contains(" xmlns=") || !root.version.isEmpty
      return .feed(isAtom ? .atom : .xml)
    case "channel": return .feed(.rss)
    case "html": return .html
    case let name where root.isHTML || HTMLElement.isKnown(name): return .html
    default: return .feed(.xml)
    }
  }

  private static func json(_ head: [UInt8]) -> DetectedFormat {
    let scanner = PrologScanner(head)
    if scanner.contains("jsonfeed.org/version") { return .feed(.jsonfeed) }
    // These keywords distinguish JSON-LD from other JSON.
    let isLinked = ["\"@context\"", "\"@graph\"", "\"@type\""].contains(where: scanner.contains)
    return .feed(isLinked ? .jsonld : .json)
  }

  /// The head without byte order mark; of UTF-16, its ASCII characters.
  private static func readable(_ bytes: [UInt8]) -> [UInt8] {
    var head = bytes[...]
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
      || head.prefix(4).filter({ $0 == 0 }).count == 2
    {
      return head.filter { $0 != 0 && $0 < 0x80 }
    }
    while head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    return Array(head)
  }
}

/// The first element of a document.
struct DocumentRoot: Equatable {
  /// In lower case, without prefix.
  let local: String
  /// The start tag in lower case.
  let text: String
  /// Whether a DOCTYPE declares HTML.
  let isHTML: Bool

  var isFeed: Bool { ["rss", "rdf", "feed"].contains(local) }

  /// Whether it is an element in which PHP and similar programs wrap their warnings.
  var isMessage: Bool {
    !isHTML && ["br", "b", "p", "pre", "font", "strong", "script", "style"].contains(local)
  }

  /// The attribute `version`; empty without one.
  var version: String {
    var tokens = HTMLTokenizer(text)
    guard case .start(let tag)? = tokens.next() else { return "" }
    return tag.attribute("version", in: tokens.bytes) ?? ""
  }
}

/// Scans the part of a document before its first element.
private struct PrologScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while index < bytes.count, bytes[index].isSpace { index += 1 }
  }

  /// The first element after declarations, comments and processing instructions; nil if anything
  /// else precedes it.
  mutating func root() -> DocumentRoot? {
    var isHTML = false
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "<") else { return nil }
      if starts("<?") {
        guard skip(past: "?>") || skip(past: ">") else { return nil }
      } else if starts("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if starts("<!") {
        isHTML = isHTML || starts("<!doctype html")
        guard skip(past: ">") else { return nil }
      } else {
        return element(isHTML: isHTML)
      }
    }
  }

  func contains(_ text: String) -> Bool { find(text, from: index) != nil }

  mutating func move(to text: String) -> Bool {
    guard let found = find(text, from: index) else { return false }
    index = found
    return true
  }

  private func element(isHTML: Bool) -> DocumentRoot? {
    let end = find(">", from: index).map { $0 + 1 } ?? bytes.count
    let tag = StreamSafeText.bounded(
      String(lowercasing: bytes[index..<end]))
    let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    guard name.utf8.first?.isLetter == true else { return nil }
    let local = name.split(separator: ":").last.map(String.init) ?? String(name)
    return DocumentRoot(local: local, text: tag, isHTML: isHTML)
  }

  private func starts(_ text: String) -> Bool {
    bytes[index...].starts(withLowercase: text.utf8)
  }

  private mutating func skip(past text: String) -> Bool {
    guard let found = find(text, from: index) else { return false }
    index = found + text.utf8.count
    return true
  }

  /// - Parameter text: In lower case.
  private func find(_ text: String, from start: Int) -> Int? {
    bytes.firstIndex(ofLowercase: Array(text.utf8), from: start)
  }
}
