import AlmanacModel

/// The texts of an event as people read them.
///
/// Publishers put HTML where plain text belongs: entities that were then escaped (LiveWhale's
/// `&amp\;`), `<br>` in LOCATION (Trumba, CivicPlus), whole pages in DESCRIPTION (Google).
enum EventText {
  /// On one line, without markup; nil when nothing is left.
  static func line(_ line: ContentLine, in entry: inout Entry) -> String? {
    text(line, .one, in: &entry)
  }

  /// On lines of its own making, without markup; nil when nothing is left.
  static func lines(_ line: ContentLine, in entry: inout Entry) -> String? {
    text(line, .many, in: &entry)
  }

  /// A UID: no text, but a key that has to stay what it is (RFC 5545 section 3.8.4.7), blanks at its
  /// ends and all.
  static func identifier(_ line: ContentLine, in entry: inout Entry) -> String? {
    let value = line.value
    let isPlain = value.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
    if isPlain, value.contains(where: { $0 != 0x20 }) {
      return String(decoding: value, as: UTF8.self)
    }
    return clean(unescaped(line), .one, line, in: &entry)
  }

  private static func text(
    _ line: ContentLine, _ lines: FieldText.Lines, in entry: inout Entry
  ) -> String? {
    let text = unescaped(line)
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return clean(text, lines, line, in: &entry)
    }
    noteActiveContent(text, line, in: &entry)
    return clean(plain(text), lines, line, in: &entry)
  }

  /// The value without its escapes.
  static func unescaped(_ line: ContentLine) -> String { EscapedText.unescape(line.value) }

  /// Tells of HTML that does something rather than shows something: it never comes through, and an
  /// operator may want to know who sends it.
  static func noteActiveContent(_ text: String, _ line: ContentLine, in entry: inout Entry) {
    guard !entry.problems.contains(where: { $0.code == "S_HTML" }), ActiveHTML.isIn(text) else {
      return
    }
    entry.problems.append(
      Finding(
        "S_HTML", message: "\(line.name) held active HTML, which was removed", line: line.number))
  }

  static func clean(
    _ text: String, _ lines: FieldText.Lines, _ line: ContentLine, in entry: inout Entry
  ) -> String? {
    let cleaned = FieldText.clean(text, lines: lines)
    if !cleaned.removed.isEmpty {
      for code in cleaned.removed.codes where !entry.problems.contains(where: { $0.code == code }) {
        entry.problems.append(
          Finding(
            code, message: "\(line.name) held characters that were removed", line: line.number))
      }
      noteBreaks(cleaned.removed, line, in: &entry)
    }
    return cleaned.text.isEmpty ? nil : cleaned.text
  }

  /// Tells of line breaks in a name; a place may have an address of several lines.
  private static func noteBreaks(
    _ removed: FieldText.Removal, _ line: ContentLine, in entry: inout Entry
  ) {
    guard removed.contains(.breaks), line.property == .summary || line.property == .uid,
      !entry.problems.contains(where: { $0.code == "S_CTRL" })
    else { return }
    entry.problems.append(
      Finding(
        "S_CTRL", message: "\(line.name) was written on several lines and is one now",
        line: line.number))
  }

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
