import AlmanacModel

extension FieldSanitizer {
  /// On one line, without markup; nil when nothing is left.
  mutating func line(_ line: ContentLine) -> String? { text(line, .one) }

  /// On lines of its own making, without markup; nil when nothing is left.
  mutating func lines(_ line: ContentLine) -> String? { text(line, .many) }

  /// A UID: no text, but a key that has to stay what it is (RFC 5545 section 3.8.4.7), blanks at its
  /// ends and all.
  mutating func identifier(_ line: ContentLine) -> String? {
    let value = line.value
    let isPlain = value.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
    if isPlain, value.contains(where: { $0 != 0x20 }) {
      return String(decoding: value, as: UTF8.self)
    }
    return text(EventText.unescaped(line), .one, of: line)
  }

  private mutating func text(_ line: ContentLine, _ lines: FieldText.Lines) -> String? {
    let written = EventText.unescaped(line)
    guard written.contains(byte: UInt8(ascii: "<")) || written.contains(byte: UInt8(ascii: "&"))
    else { return text(written, lines, of: line) }
    noteActiveContent(written, of: line)
    return text(EventText.plain(written), lines, of: line)
  }

  /// A place may have an address of several lines, a name may not.
  mutating func text(_ text: String, _ lines: FieldText.Lines, of line: ContentLine) -> String? {
    place = line.number
    let isName = line.property == .summary || line.property == .uid
    return clean(text, lines, line.name, notesBreaks: isName)
  }

  /// Notes HTML that does something rather than shows something.
  mutating func noteActiveContent(_ text: String, of line: ContentLine) {
    guard ActiveHTML.isIn(text) else { return }
    note(once: "S_HTML", "\(line.name) held active HTML, which was removed", at: line)
  }

  mutating func note(
    once code: FindingCode, _ message: @autoclosure () -> String, at line: ContentLine
  ) {
    place = line.number
    noteOnce(code, message())
  }
}

/// The texts of an event as people read them.
///
/// Publishers put HTML where plain text belongs: entities that were then escaped (LiveWhale's
/// `&amp\;`), `<br>` in LOCATION (Trumba, CivicPlus), whole pages in DESCRIPTION (Google).
enum EventText {
  /// The value without its escapes.
  static func unescaped(_ line: ContentLine) -> String { ICalTextValue.unescape(line.value) }

  /// Without markup, references resolved once.
  static func plain(_ text: String) -> String {
    guard holdsTags(text) else { return HTMLEntities.decode(text) }
    return HTMLText.plainText(asHTML(text))
  }

  /// Whether the text holds a tag of HTML; `<someone@example.edu>` and `<>` are none.
  static func holdsTags(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    return HTMLText.isProbablyHTML(text.replacing("&", with: ""))
  }

  /// HTML whose line breaks show: where no tag breaks lines, the publisher's own line ends do.
  static func asHTML(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return text }
    let lower = text.lowercased()
    let breaks = ["<br", "<p", "<div", "<li", "<td", "<h"].contains { lower.contains($0) }
    return breaks ? text : text.replacing("\n", with: "<br>")
  }
}
