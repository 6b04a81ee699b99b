/// A defect that was repaired before or while a document was read.
struct XMLProblem: Equatable, Sendable {
  let kind: Kind
  let count: Int
  /// The line of the first one in the document, from 1.
  let line: Int

  enum Kind: Int, CaseIterable, Sendable {
    case byteOrderMark
    case encoding
    case leadingSpace
    case leadingText
    case doctype
    case entity
    case ampersand
    case markup
    case nesting
    case control
    case nul
    case prefix
  }

  /// The finding's code.
  var code: String {
    switch kind {
    case .byteOrderMark: "W_BOM"
    case .encoding: "W_ENCODING_REPAIRED"
    case .leadingSpace: "W_LEADING_WS"
    case .leadingText: "W_LEADING_TEXT"
    case .doctype: "W_DOCTYPE_IGNORED"
    case .entity: "W_ENTITY_REPAIRED"
    case .ampersand: "W_AMPERSAND"
    case .markup: "W_TAG_REPAIRED"
    case .nesting: "W_NESTING_REPAIRED"
    case .control: "S_CTRL"
    case .nul: "W_NUL"
    case .prefix: "W_PREFIX_UNDECLARED"
    }
  }

  var message: String {
    let what =
      switch kind {
      case .byteOrderMark: "more than one byte order mark"
      case .encoding: "text in another encoding than the document's label says"
      case .leadingSpace: "white space before the XML declaration"
      case .leadingText: "text before the document"
      case .doctype: "document type declaration; nothing it names is fetched"
      case .entity: "HTML or malformed character reference replaced by its character"
      case .ampersand: "ampersand that begins no reference"
      case .markup: "malformed tag or stray '<' mended"
      case .nesting: "end tag that matches no start tag"
      case .control: "character that XML forbids removed"
      case .nul: "NUL byte removed"
      case .prefix: "prefix without a valid namespace; its usual meaning was taken"
      }
    return count == 1 ? what : "\(what) (\(count) times)"
  }
}

/// The problems of one document, counted.
struct XMLProblems: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: XMLProblem.Kind.allCases.count)
  private var lines = [Int](repeating: 0, count: XMLProblem.Kind.allCases.count)

  /// Counts one more; the line is asked for only the first time.
  mutating func note(_ kind: XMLProblem.Kind, times: Int = 1, line: @autoclosure () -> Int) {
    if counts[kind.rawValue] == 0 { lines[kind.rawValue] = line() }
    counts[kind.rawValue] &+= times
  }

  mutating func add(_ others: XMLProblems) {
    for problem in others.all { note(problem.kind, times: problem.count, line: problem.line) }
  }

  func count(_ kind: XMLProblem.Kind) -> Int { counts[kind.rawValue] }

  /// One for each kind that occurred.
  var all: [XMLProblem] {
    XMLProblem.Kind.allCases.compactMap { kind in
      let count = counts[kind.rawValue]
      return count > 0 ? XMLProblem(kind: kind, count: count, line: lines[kind.rawValue]) : nil
    }
  }
}
