import AlmanacModel

/// A defect that is reported once per document, with its count and the line of its first
/// occurrence.
enum Defect: Int, CaseIterable, Sendable {
  // XML.
  case byteOrderMark, encoding, leadingSpace, leadingText, doctype, entity, ampersand, markup
  case nesting, control, nul, prefix
  // Feeds; these do not change what is read.
  case dateForm, repeatedField, repeatedIdentifier, repeatedLink, permalinkForm, identifierForm
  // Calendars.
  case unended, unclosed, fragment, calendarNUL, legacyText, strayLine, outside, tooDeep

  private var text: (code: FindingCode, message: String) {
    switch self {
    case .byteOrderMark: ("W_BOM", "more than one byte order mark")
    case .encoding:
      ("W_ENCODING_REPAIRED", "text in another encoding than the document's label says")
    case .leadingSpace: ("W_LEADING_WS", "white space before the XML declaration")
    case .leadingText: ("W_LEADING_TEXT", "text before the document")
    case .doctype:
      ("W_DOCTYPE_IGNORED", "document type declaration; nothing it names is fetched")
    case .entity:
      ("W_ENTITY_REPAIRED", "HTML or malformed character reference replaced by its character")
    case .ampersand: ("W_AMPERSAND", "ampersand that begins no reference")
    case .markup: ("W_TAG_REPAIRED", "malformed tag or stray '<' mended")
    case .nesting: ("W_NESTING_REPAIRED", "end tag that matches no start tag")
    case .control: ("S_CTRL", "character that XML forbids removed")
    case .nul: ("W_NUL", "NUL byte removed")
    case .prefix:
      ("W_PREFIX_UNDECLARED", "prefix without a valid namespace; its usual meaning was taken")
    case .dateForm: ("W_DATE_FORM", "date not in the form that its element must have")
    case .repeatedField:
      (
        "W_FIELD_REPEATED",
        "repeated element that may occur once; the first one counts, of links the last"
      )
    case .repeatedIdentifier: ("W_ID_REPEATED", "item with the identifier of another one")
    case .repeatedLink:
      ("W_LINK_REPEATED", "second link to the page itself with the same type and language")
    case .permalinkForm:
      ("W_GUID_FORM", "guid that is no link; isPermaLink=\"false\" would declare that")
    case .identifierForm: ("W_ID_FORM", "identifier that is no IRI")
    case .unended:
      (
        "W_TRUNCATED", "the calendar does not end: its END lines are missing, so events may be, too"
      )
    case .unclosed: ("W_UNCLOSED", "component without an END of its own")
    case .fragment:
      ("W_FRAGMENT", "event outside of a VCALENDAR: the document is a part of a calendar")
    case .calendarNUL: ("W_NUL", "the calendar holds NUL bytes")
    case .legacyText:
      ("W_ENCODING_REPAIRED", "line with bytes that are not UTF-8, read as Windows-1252")
    case .strayLine: ("W_STRAY_LINE", "line without a property name and colon")
    case .outside: ("W_OUTSIDE", "property outside of any component")
    case .tooDeep: ("W_DEPTH", "component nested too deeply was left out")
    }
  }

  /// Whether the document must not be published (see `IntegrityCheck`); the finding is then a
  /// warning.
  private var isDamage: Bool {
    switch self {
    case .unended, .unclosed, .fragment, .calendarNUL: true
    default: false
    }
  }

  fileprivate func finding(count: Int, line: Int?) -> Finding {
    let (code, message) = text
    return Finding(
      code, severity: isDamage ? .warning : nil,
      message: count == 1 ? message : "\(message) (\(count) times)", line: line)
  }
}

/// Counts the defects of one document.
struct Diagnostics: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: Defect.allCases.count)
  private var lines = [Int?](repeating: nil, count: Defect.allCases.count)

  /// - Parameter line: Evaluated only for the first occurrence of a defect.
  mutating func note(_ defect: Defect, times: Int = 1, line: @autoclosure () -> Int? = nil) {
    if counts[defect.rawValue] == 0 { lines[defect.rawValue] = line() }
    counts[defect.rawValue] += times
  }

  /// Adds the defects of another part of the document, before or after this one.
  mutating func add(_ others: Diagnostics) {
    for defect in Defect.allCases where others.count(defect) > 0 {
      let index = defect.rawValue
      counts[index] += others.counts[index]
      lines[index] = [lines[index], others.lines[index]].compactMap(\.self).min()
    }
  }

  func count(_ defect: Defect) -> Int { counts[defect.rawValue] }

  /// One finding for each kind of defect that occurred.
  var findings: [Finding] {
    Defect.allCases.compactMap { defect in
      let count = count(defect)
      return count > 0 ? defect.finding(count: count, line: lines[defect.rawValue]) : nil
    }
  }
}
