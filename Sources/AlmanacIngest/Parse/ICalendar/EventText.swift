import AlmanacModel

/// The texts of an event as people read them.
///
/// Publishers put HTML where plain text belongs: entities that were then escaped (LiveWhale's
/// `&amp\;`), `<br>` in LOCATION (Trumba, CivicPlus), whole pages in DESCRIPTION (Google).
enum EventText {
  /// On one line, without markup; nil when nothing is left.
  static func line(_ line: ContentLine, in entry: inout Entry) -> String? {
    let text = EscapedText.unescape(line.value)
    noteActiveContent(text, line, in: &entry)
    return clean(plain(text), .one, line, in: &entry)
  }

  /// On lines of its own making, without markup; nil when nothing is left.
  static func lines(_ line: ContentLine, in entry: inout Entry) -> String? {
    let text = EscapedText.unescape(line.value)
    noteActiveContent(text, line, in: &entry)
    return clean(plain(text), .many, line, in: &entry)
  }

  /// Tells of HTML that does something rather than shows something: it never comes through, and an
  /// operator may want to know who sends it.
  static func noteActiveContent(_ text: String, _ line: ContentLine, in entry: inout Entry) {
    guard text.utf8.contains(UInt8(ascii: "<")),
      !entry.problems.contains(where: { $0.code == "S_HTML" })
    else { return }
    let lower = text.lowercased()
    let signs = [
      "<script", "<iframe", "<object", "<embed", "<svg", "javascript:", "onload=", "onerror=",
    ]
    guard signs.contains(where: lower.contains) else { return }
    entry.problems.append(
      Finding(
        "S_HTML", message: "\(line.name) held active HTML, which was removed", line: line.number))
  }

  static func clean(
    _ text: String, _ lines: FieldText.Lines, _ line: ContentLine, in entry: inout Entry
  ) -> String? {
    let cleaned = FieldText.clean(text, lines: lines)
    for code in cleaned.removed.codes where !entry.problems.contains(where: { $0.code == code }) {
      entry.problems.append(
        Finding(
          code, message: "\(line.name) held characters that were removed", line: line.number))
    }
    return cleaned.text.isEmpty ? nil : cleaned.text
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
