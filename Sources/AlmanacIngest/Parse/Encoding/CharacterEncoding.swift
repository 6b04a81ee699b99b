import AlmanacModel

/// A supported character encoding.
///
/// Labels are those of the WHATWG Encoding Standard, section 4.2, in which ISO 8859-1 and US-ASCII
/// mean windows-1252. Only encodings of this list are passed to `iconv`.
struct CharacterEncoding: Equatable, Sendable {
  enum Form: Equatable, Sendable {
    case utf8
    case windows1252
    case utf16LittleEndian
    case utf16BigEndian
    /// Converted by the system's `iconv` under this name.
    case converted(String)
  }

  /// The WHATWG name in lower case.
  let name: String
  let form: Form

  static let utf8 = CharacterEncoding(name: "utf-8", form: .utf8)
  static let windows1252 = CharacterEncoding(name: "windows-1252", form: .windows1252)
  static let utf16LittleEndian = CharacterEncoding(name: "utf-16le", form: .utf16LittleEndian)
  static let utf16BigEndian = CharacterEncoding(name: "utf-16be", form: .utf16BigEndian)

  private init(name: String, form: Form) {
    self.name = name
    self.form = form
  }

  /// The encoding of a label, without regard to case and punctuation.
  init(label: some StringProtocol) throws(DocumentRefusal) {
    let key = Self.key(label)
    if key.hasPrefix("utf7") || key == "unicode11utf7" || key == "csunicode11utf7" {
      throw .utf7
    }
    if key.hasPrefix("utf32") || key.hasPrefix("ucs4") || key == "iso10646ucs4" { throw .utf32 }
    guard let encoding = Self.labels[key] else { throw .unknownEncoding(Self.printable(label)) }
    self = encoding
  }

  private static func key(_ label: some StringProtocol) -> String {
    String(
      decoding: label.utf8.prefix(64).compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        default: nil
        }
      }, as: UTF8.self)
  }

  private static func printable(_ label: some StringProtocol) -> String {
    String(decoding: label.utf8.prefix(40).filter { (0x21..<0x7F).contains($0) }, as: UTF8.self)
  }

  private static let labels: [String: CharacterEncoding] = {
    let own = [utf8, windows1252, utf16LittleEndian, utf16BigEndian]
    var labels: [String: CharacterEncoding] = [:]
    for (name, rest) in EmbeddedTable.charsets.rows(separator: " ") {
      let words = rest.split(separator: " ").map(String.init)
      let encoding =
        own.first { $0.name == name }
        ?? CharacterEncoding(name: String(name), form: .converted(words[0]))
      for label in words.dropFirst() { labels[label] = encoding }
    }
    return labels
  }()
}
