import AlmanacModel

/// Normalizes the raw fields of one entry and records the changes.
///
/// Every text of a document passes through it once. A blank field becomes nil.
struct FieldSanitizer {
  private let limits: ReadingLimits
  /// The line of the current field, for findings.
  var place: Int?
  private(set) var problems: [Finding] = []

  /// - Parameter line: The line of the entry, for findings.
  init(limits: ReadingLimits = ReadingLimits(), line: Int? = nil) {
    self.limits = limits
    place = line
  }

  /// Prepares the fields of an element. If a part of the element was left out, reports
  /// `Q_FIELD_LEN`.
  init(limits: ReadingLimits, of node: XMLNode) {
    self.init(limits: limits, line: node.line)
    guard node.isCut else { return }
    note("Q_FIELD_LEN", "<\(node.name.qualified.prefix(40))> is too large; its rest was left out")
  }

  /// Returns one line of plain text.
  mutating func line(_ text: String?, of field: String) -> String? {
    text.flatMap { clean($0, .one, field) }
  }

  /// Returns one line of plain text from text that may be HTML.
  mutating func htmlLine(_ text: String?, of field: String) -> String? {
    line(text, of: field, notesBreaks: field == "title") { $0.isMarkup }
  }

  /// Returns a title in plain text. Line breaks are reported; active markup is removed.
  mutating func name(_ text: String?, of field: String) -> String? {
    line(text, of: field, notesBreaks: true) { $0.wasActive }
  }

  /// - Parameter isHTML: Whether the text is read as HTML.
  private mutating func line(
    _ text: String?, of field: String, notesBreaks: Bool,
    if isHTML: (HTMLSanitizer.Reading) -> Bool
  ) -> String? {
    guard let text else { return nil }
    let bounded = bounded(text, field)
    if HTMLMarkup.mayBeHTML(bounded) {
      let reading = HTMLSanitizer.read(bounded, base: nil)
      if isHTML(reading) {
        if reading.wasActive { noteActive(field) }
        return line(reading.plain, of: field)
      }
    }
    return clean(bounded, .one, field, notesBreaks: notesBreaks)
  }

  /// Returns plain text with line breaks.
  mutating func lines(_ text: String?, of field: String) -> String? {
    text.flatMap { clean($0, .many, field) }
  }

  /// Returns plain text, and safe HTML if the text is probably HTML.
  ///
  /// - Parameter base: The base of relative links.
  mutating func html(_ text: String?, of field: String, base: String?) -> Body {
    guard let text else { return Body() }
    let bounded = bounded(text, field)
    if HTMLMarkup.mayBeHTML(bounded) {
      let reading = HTMLSanitizer.read(bounded, base: base)
      if reading.isMarkup { return body(reading, of: field) }
    }
    return Body(text: lines(bounded, of: field))
  }

  /// Returns plain text and safe HTML of text that is certainly HTML.
  mutating func body(_ text: String, of field: String, base: String?) -> Body {
    body(HTMLSanitizer.read(bounded(text, field), base: base), of: field)
  }

  private mutating func body(_ reading: HTMLSanitizer.Reading, of field: String) -> Body {
    if reading.wasActive { noteActive(field) }
    return Body(text: lines(reading.plain, of: field), html: lines(reading.safe, of: field))
  }

  struct Body: Equatable {
    var text: String?
    var html: String?
  }

  /// Returns plain text and safe HTML of an element. It is certainly HTML if it has child elements.
  mutating func body(_ node: XMLNode?, of field: String, base: String?) -> Body {
    guard let node else { return Body() }
    let base = node.base ?? base
    return node.isMarkup
      ? body(node.innerXML, of: field, base: base) : html(node.text, of: field, base: base)
  }

  /// Returns a link as an absolute address. Text that cannot be resolved is returned as written and
  /// reported as `S_URL`; an address that runs code becomes nil.
  mutating func address(_ text: String?, of field: String, base: String?) -> String? {
    guard let written = line(text, of: field) else { return nil }
    return link(written, of: field, base: base) ?? (URLText.runs(written) ? nil : written)
  }

  /// Returns an absolute http or https address; anything else is reported as `S_URL`.
  mutating func link(_ text: String?, of field: String, base: String?) -> String? {
    guard let text = line(text, of: field) else { return nil }
    let link = URLText.normalized(text, base: base)
    if link == nil { note("S_URL", "'\(text.prefix(80))' in \(field) is no web address") }
    return link
  }

  mutating func note(_ code: FindingCode, severity: Severity? = nil, _ message: String) {
    problems.append(Finding(code, severity: severity, message: message, line: place))
  }

  /// Reports a code only once.
  mutating func noteOnce(_ code: FindingCode, _ message: @autoclosure () -> String) {
    if !problems.contains(where: { $0.code == code }) { note(code, message()) }
  }

  private mutating func noteActive(_ field: String) {
    noteOnce("S_HTML", "\(field) held active HTML, which was removed")
  }

  /// - Parameter notesBreaks: Whether line breaks that become spaces are reported.
  mutating func clean(
    _ text: String, _ lines: FieldText.Lines, _ field: String, notesBreaks: Bool = false
  ) -> String? {
    let text = lines == .one ? EncodedWords.decoded(text) ?? text : text
    if text.utf8.count <= limits.fieldBytes, FieldText.isClean(text, lines) {
      return text.isEmpty ? nil : text
    }
    let cleaned = FieldText.rewritten(bounded(text, field), lines: lines)
    guard !cleaned.removed.isEmpty else { return cleaned.text.isEmpty ? nil : cleaned.text }
    for code in cleaned.removed.codes {
      noteOnce(code, "characters that are not text were removed from \(field)")
    }
    if notesBreaks, cleaned.removed.contains(.breaks) {
      noteOnce("S_CTRL", "\(field) was on several lines and is on one now")
    }
    return cleaned.text.isEmpty ? nil : cleaned.text
  }

  private mutating func bounded(_ text: String, _ field: String) -> String {
    guard text.utf8.count > limits.fieldBytes else { return text }
    note("Q_FIELD_LEN", "\(field) was cut at \(limits.fieldBytes) bytes")
    var end = text.utf8.index(text.startIndex, offsetBy: limits.fieldBytes)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}
