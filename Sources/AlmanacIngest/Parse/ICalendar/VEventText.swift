import AlmanacModel

extension FieldSanitizer {
  /// Returns one line without markup; nil if it is blank.
  mutating func line(_ line: ContentLine) -> String? { text(line, .one) }

  /// Returns lines without markup; nil if they are blank.
  mutating func lines(_ line: ContentLine) -> String? { text(line, .many) }

  /// Returns a UID unchanged, with spaces at its ends: it is a key, not text (RFC 5545, section
  /// 3.8.4.7).
  mutating func identifier(_ line: ContentLine) -> String? {
    let value = line.value
    let isPlain = value.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
    if isPlain, value.contains(where: { $0 != 0x20 }) {
      return String(decoding: value, as: UTF8.self)
    }
    return text(VEventText.unescaped(line), .one, of: line)
  }

  private mutating func text(_ line: ContentLine, _ lines: FieldText.Lines) -> String? {
    let written = VEventText.unescaped(line)
    guard written.contains(byte: UInt8(ascii: "<")) || written.contains(byte: UInt8(ascii: "&"))
    else { return text(written, lines, of: line) }
    noteActiveContent(written, of: line)
    return text(VEventText.plain(written), lines, of: line)
  }

  /// Cleans a text. Line breaks are reported for names, because places may have several lines.
  mutating func text(_ text: String, _ lines: FieldText.Lines, of line: ContentLine) -> String? {
    place = line.number
    let isName = line.property == .summary || line.property == .uid
    return clean(text, lines, line.name, notesBreaks: isName)
  }

  /// Reports active HTML.
  mutating func noteActiveContent(_ text: String, of line: ContentLine) {
    guard text.contains(byte: UInt8(ascii: "<")), HTMLSanitizer.read(text, base: nil).wasActive
    else { return }
    note(once: "S_HTML", "\(line.name) held active HTML, which was removed", at: line)
  }

  mutating func note(
    once code: FindingCode, _ message: @autoclosure () -> String, at line: ContentLine
  ) {
    place = line.number
    noteOnce(code, message())
  }
}

/// Converts the texts of an event to plain text.
///
/// Publishers write HTML in plain-text properties: escaped entities (LiveWhale's `&amp\;`), `<br>`
/// in LOCATION (Trumba, CivicPlus), whole pages in DESCRIPTION (Google).
enum VEventText {
  /// The value without its escapes.
  static func unescaped(_ line: ContentLine) -> String { ICalTextValue.unescape(line.value) }

  /// The text without markup, with references resolved once.
  static func plain(_ text: String) -> String {
    guard holdsTags(text) else { return HTMLEntities.decode(text) }
    return HTMLMarkup.plainText(asHTML(text))
  }

  /// Whether the text contains an HTML tag; `<someone@example.edu>` and `<>` are none.
  static func holdsTags(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    return HTMLMarkup.isProbablyHTML(text.replacing("&", with: ""))
  }

  /// HTML with visible line breaks: if no tag breaks lines, the text's own line ends become `<br>`.
  static func asHTML(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return text }
    let lower = text.lowercased()
    let breaks = ["<br", "<p", "<div", "<li", "<td", "<h"].contains { lower.contains($0) }
    return breaks ? text : text.replacing("\n", with: "<br>")
  }
}
