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
  init(label: some StringProtocol) throws(EncodingRefusal) {
    let key = Self.key(label)
    if key.hasPrefix("utf7") || key == "unicode11utf7" || key == "csunicode11utf7" {
      throw .utf7
    }
    if key.hasPrefix("utf32") || key.hasPrefix("ucs4") || key == "iso10646ucs4" { throw .utf32 }
    guard let encoding = Self.labels[key] else { throw .unknown(label: Self.printable(label)) }
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
    var labels: [String: CharacterEncoding] = [:]
    for (names, encoding) in fixed {
      for name in names.split(separator: " ") { labels[String(name)] = encoding }
    }
    for (name, iconvName, names) in convertedForms {
      let encoding = CharacterEncoding(name: name, form: .converted(iconvName))
      labels[key(name)] = encoding
      for alias in names.split(separator: " ") { labels[String(alias)] = encoding }
    }
    return labels
  }()

  private static let fixed: [(String, CharacterEncoding)] = [
    ("utf8 unicode11utf8 unicode20utf8 xunicode20utf8", .utf8),
    (
      """
      windows1252 cp1252 xcp1252 iso88591 iso885911987 isoir100 latin1 l1 cp819 ibm819 \
      csisolatin1 usascii ascii ansix341968 iso646us us cp367
      """, .windows1252
    ),
    ("utf16le utf16 ucs2 unicode iso10646ucs2 csunicode unicodefeff", .utf16LittleEndian),
    ("utf16be unicodefffe", .utf16BigEndian),
  ]

  private static let convertedForms: [(name: String, iconv: String, labels: String)] = [
    ("iso-8859-2", "ISO-8859-2", "latin2 l2 isoir101 csisolatin2 iso885921987"),
    ("iso-8859-3", "ISO-8859-3", "latin3 l3 isoir109 csisolatin3 iso885931988"),
    ("iso-8859-4", "ISO-8859-4", "latin4 l4 isoir110 csisolatin4 iso885941988"),
    ("iso-8859-5", "ISO-8859-5", "cyrillic isoir144 csisolatincyrillic iso885951988"),
    ("iso-8859-6", "ISO-8859-6", "arabic ecma114 asmo708 isoir127 iso88596e iso88596i"),
    ("iso-8859-7", "ISO-8859-7", "greek greek8 ecma118 elot928 isoir126 suneugreek"),
    ("iso-8859-8", "ISO-8859-8", "hebrew visual isoir138 iso88598e iso88598i logical"),
    ("iso-8859-10", "ISO-8859-10", "latin6 l6 isoir157 csisolatin6"),
    ("iso-8859-13", "ISO-8859-13", ""),
    ("iso-8859-14", "ISO-8859-14", ""),
    ("iso-8859-15", "ISO-8859-15", "latin9 l9 csisolatin9"),
    ("iso-8859-16", "ISO-8859-16", ""),
    ("windows-874", "CP874", "tis620 iso885911 dos874 cp874"),
    ("windows-1250", "CP1250", "cp1250 xcp1250"),
    ("windows-1251", "CP1251", "cp1251 xcp1251"),
    ("windows-1253", "CP1253", "cp1253 xcp1253"),
    ("windows-1254", "CP1254", "cp1254 xcp1254 iso88599 latin5 l5 isoir148 iso885991989"),
    ("windows-1255", "CP1255", "cp1255 xcp1255"),
    ("windows-1256", "CP1256", "cp1256 xcp1256"),
    ("windows-1257", "CP1257", "cp1257 xcp1257"),
    ("windows-1258", "CP1258", "cp1258 xcp1258"),
    ("koi8-r", "KOI8-R", "koi8 koi cskoi8r"),
    ("koi8-u", "KOI8-U", "koi8ru"),
    ("ibm866", "IBM866", "cp866 866 csibm866"),
    ("macintosh", "MACINTOSH", "mac macroman xmacroman csmacintosh"),
    ("x-mac-cyrillic", "MAC-CYRILLIC", "maccyrillic xmacukrainian"),
    ("gb18030", "GB18030", "gbk gb2312 chinese csgb2312 gb231280 isoir58 xgbk cp936 euccn"),
    ("big5", "BIG5-HKSCS", "big5hkscs cnbig5 xxbig5 csbig5 cp950"),
    ("euc-jp", "EUC-JP", "xeucjp cseucpkdfmtjapanese"),
    ("iso-2022-jp", "ISO-2022-JP", "csiso2022jp"),
    ("shift_jis", "CP932", "sjis xsjis mskanji ms932 windows31j cp932 csshiftjis"),
    ("euc-kr", "CP949", "korean ksc5601 ksc56011987 ksc56011989 windows949 cseuckr uhc cp949"),
  ]
}
