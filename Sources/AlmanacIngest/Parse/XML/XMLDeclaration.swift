/// The XML declaration, used only for its encoding (XML 1.0, production 23).
enum XMLDeclaration {
  /// The declared encoding; nil if the first kilobyte has none.
  static func encoding(_ bytes: [UInt8]) -> String? {
    let head = bytes.prefix(1_024)
    let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
    guard let start = text.firstRange(of: "<?xml"),
      let end = text[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    let declaration = text[start.upperBound..<end]
    guard declaration.first?.isWhitespace == true,
      let label = declaration.firstRange(of: "encoding")
    else { return nil }
    let value = declaration[label.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
