import AlmanacModel

/// Tells a document's format from its first bytes; names, endings and headers do not count.
enum FormatDetector {
  /// Few prologs are longer.
  private static let reach = 16 * 1024

  static func detect(_ bytes: [UInt8]) -> DetectedFormat {
    let head = Array(bytes.prefix(reach))
    let format = format(ofHead: readable(head))
    let goesOn = bytes.count > reach && head.contains(UInt8(ascii: "<"))
    switch format {
    case .text where goesOn:
      // A comment or document type without end yet: what comes of it is for its reader to refuse.
      return self.format(ofHead: readable(bytes))
    case .empty where bytes.count > reach:
      return bytes.dropFirst(reach).allSatisfy(\.isSpace) ? .empty : .text
    default: return format
    }
  }

  private static func format(ofHead head: [UInt8]) -> DetectedFormat {
    var scanner = PrologScanner(head)
    scanner.skipSpace()
    guard let first = scanner.peek else { return .empty }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return json(head) }
    var prolog = scanner
    if let root = prolog.root() {
      let format = format(of: root, head)
      guard format == .html, root.isMessage else { return format }
      return feed(after: scanner, head, marked: ["<?xml "]) ?? .html
    }
    if scanner.holds("begin:vcalendar") || scanner.holds("begin:vevent") {
      return .feed(.icalendar)
    }
    return feed(after: scanner, head, marked: ["<?xml", "<rss", "<feed", "<rdf:rdf"])
      ?? (CSVReader.isTable(head) ? .feed(.csv) : .text)
  }

  /// The feed behind warnings of a script, or a word of a proxy.
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
      // The namespace may be stated first on the channel.
      let scanner = PrologScanner(head)
      let isFeed =
        root.text.contains("rss") || root.text.contains("netscape")
        || scanner.holds("//purl.org/rss/1.0/\"") || scanner.holds("//purl.org/rss/1.0/'")
        || scanner.holds("netscape.com/rdf/simple/")
      return .feed(isFeed ? .rss1 : .xml)
    case "feed", "entry":
      // Atom 0.3 was written in several namespaces.
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
    if scanner.holds("jsonfeed.org/version") { return .feed(.jsonfeed) }
    // The words that make JSON of it JSON-LD.
    let isLinked = ["\"@context\"", "\"@graph\"", "\"@type\""].contains(where: scanner.holds)
    return .feed(isLinked ? .jsonld : .json)
  }

  /// The beginning with a byte order mark dropped and UTF-16 thinned to its ASCII.
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
  /// Whether a document type said HTML.
  let isHTML: Bool

  var isFeed: Bool { ["rss", "rdf", "feed"].contains(local) }

  /// Whether it is an element that PHP and its like put around their warnings.
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

/// Walks over what may stand before a document's first element.
private struct PrologScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while index < bytes.count, bytes[index].isSpace { index += 1 }
  }

  /// The first element after declarations, comments and processing instructions; nil where
  /// something else comes first.
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

  func holds(_ text: String) -> Bool { find(text, from: index) != nil }

  mutating func move(to text: String) -> Bool {
    guard let found = find(text, from: index) else { return false }
    index = found
    return true
  }

  private func element(isHTML: Bool) -> DocumentRoot? {
    let end = find(">", from: index).map { $0 + 1 } ?? bytes.count
    let tag = StreamSafeText.bounded(
      String(decoding: bytes[index..<end].map(\.lowercased), as: UTF8.self))
    let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    guard name.utf8.first?.isLetter == true else { return nil }
    let local = name.split(separator: ":").last.map(String.init) ?? String(name)
    return DocumentRoot(local: local, text: tag, isHTML: isHTML)
  }

  private func starts(_ text: String) -> Bool {
    bytes[index...].prefix(text.utf8.count).elementsEqual(text.utf8) { $0.lowercased == $1 }
  }

  private mutating func skip(past text: String) -> Bool {
    guard let found = find(text, from: index) else { return false }
    index = found + text.utf8.count
    return true
  }

  /// - Parameter text: in lower case.
  private func find(_ text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
    for position in start..<max(start, bytes.count - wanted.count + 1)
    where bytes[position].lowercased == first {
      let slice = bytes[position..<(position + wanted.count)]
      if slice.elementsEqual(wanted, by: { $0.lowercased == $1 }) { return position }
    }
    return nil
  }
}
