/// Repairs UTF-8 text piece by piece so that libxml2 can read it, and counts the repairs.
///
/// libxml2 in recovery mode loses text after the first error. The usual errors are bare `&`,
/// `&nbsp;` and text before the declaration, in every second feed of small publishers. So this pass
/// escapes characters, balances tags and expands HTML's named references outside CDATA. It drops
/// the XML declaration, DOCTYPE, comments, processing instructions and forbidden characters. It
/// writes predefined references in numeric form, which recovery mode preserves. It keeps all line
/// breaks, so that libxml2's line numbers are those of the document.
///
/// It also rejects unsafe documents: with entities that are more than text, giant tags or giant
/// comments.
struct XMLRepairer {
  struct Limits: Sendable {
    /// libxml2 before 2.12 compares attributes pairwise: 300,000 in one tag take 20 seconds.
    var attributesPerTag = 512
    var tagBytes = 1 << 20
    var commentBytes = 4 << 20
    /// The approximate size of the output of one call of `next`.
    var pieceBytes = 1 << 16
  }

  struct OpenElement {
    /// The range of its name in the input.
    let name: Range<Int>
    var hasChildren = false
  }

  let input: [UInt8]
  let limits: Limits
  /// The number of bytes that libxml2 has accepted.
  let accepted: Int
  /// The last piece.
  var output: [UInt8] = []
  var problems = Diagnostics()
  var position: Int

  var open: [OpenElement] = []
  /// The document type declaration, if it is readable.
  var doctype: XMLDoctype?
  /// Bytes that replaced references to the document's own entities.
  var declaredBytes = 0
  /// The index after the `?>` that the last search found.
  var instructionClose = 0
  private var insideCDATA = false
  private var sectionStart = 0
  private var begun = false
  private var countedTo = 0
  private var countedLine = 1

  /// - Parameter input: valid UTF-8.
  init(_ input: [UInt8], accepted: Int = 0, limits: Limits = Limits()) {
    self.input = input
    self.accepted = accepted
    self.limits = limits
    position = 0
    output.reserveCapacity(limits.pieceBytes + 4_096)
  }

  /// Writes the next piece to `output`; false at the end.
  mutating func next() throws(DocumentRefusal) -> Bool {
    output.removeAll(keepingCapacity: true)
    if !begun {
      begun = true
      skipLeadingText()
    }
    while position < input.count, output.count < limits.pieceBytes {
      if insideCDATA { copyCDATA() } else { try copyText() }
    }
    return position < input.count || !output.isEmpty
  }

  // MARK: Lookahead

  /// The byte at an offset from the position; 0 outside the input.
  func peek(_ offset: Int) -> UInt8 {
    let index = position + offset
    return index >= 0 && index < input.count ? input[index] : 0
  }

  /// Whether the input at the position starts with a text.
  ///
  /// - Parameter text: Letters in lower case, which match any case unless `caseSensitive` is set.
  func hasPrefix(_ text: StaticString, caseSensitive: Bool = false) -> Bool {
    let rest = input[position...]
    return text.withUTF8Buffer { wanted in
      rest.count >= wanted.count
        && zip(rest, wanted).allSatisfy { byte, wanted in
          byte == wanted
            || !caseSensitive && byte | 0x20 == wanted && wanted.isLetter
        }
    }
  }

  /// The one-based line of the position. Amortized O(bytes) per document.
  mutating func line() -> Int {
    countedLine += input[min(countedTo, position)..<position].count { $0 == 0x0A }
    countedTo = max(countedTo, position)
    return countedLine
  }

  mutating func note(_ kind: Defect) {
    let line = problems.count(kind) == 0 ? line() : 0
    problems.note(kind, line: line)
  }

  // MARK: Output

  mutating func emit(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Copies up to the next byte of one of the classes, at most one piece.
  mutating func copyRun(of stop: UInt8) {
    let start = position
    let end = min(input.count, start + limits.pieceBytes)
    position = XMLByte.skip(input, from: start, to: end, until: stop)
    output.append(contentsOf: input[start..<position])
  }

  /// Skips bytes but keeps their line breaks.
  mutating func drop(to end: Int) {
    let end = min(end, input.count)
    for byte in input[position..<max(end, position)] where byte == 0x0A { output.append(byte) }
    position = max(end, position)
  }

  /// Handles a byte that is forbidden or may start a forbidden character.
  mutating func copyOrDropSpecial() {
    let byte = peek(0)
    if byte == 0xEF {
      if peek(1) == 0xBF, peek(2) >= 0xBE {
        note(.control)
        position += 3
      } else {
        let end = min(input.count, position + 3)
        output.append(contentsOf: input[position..<end])
        position = end
      }
    } else {
      note(byte == 0 ? .nul : .control)
      position += 1
    }
  }

  private mutating func copyText() throws(DocumentRefusal) {
    copyRun(of: XMLByte.inText)
    guard position < input.count else { return }
    switch input[position] {
    case UInt8(ascii: "<"): try markup()
    case UInt8(ascii: "&"): try reference()
    case UInt8(ascii: "]"):
      if hasPrefix("]]>") {
        note(.markup)
        emit("]]&#62;")
        position += 3
      } else {
        output.append(UInt8(ascii: "]"))
        position += 1
      }
    default:
      if XMLByte.classes[Int(input[position])] & XMLByte.inText != 0 { copyOrDropSpecial() }
    }
  }

  mutating func beginCDATA() {
    emit("<![CDATA[")
    position += 9
    insideCDATA = true
    sectionStart = position
  }

  /// Copies CDATA in sections of at most 4 KiB: the time of libxml2's push parser is quadratic in
  /// the length of a section.
  private mutating func copyCDATA() {
    let sectionBytes = 4_096
    if position - sectionStart >= sectionBytes {
      emit("]]><![CDATA[")
      sectionStart = position
    }
    let start = position
    let end = min(input.count, start + sectionBytes)
    position = XMLByte.skip(input, from: start, to: end, until: XMLByte.inCDATA)
    if position == end, position < input.count {
      while position > start, input[position] & 0xC0 == 0x80 { position -= 1 }
    }
    output.append(contentsOf: input[start..<position])
    guard position < end else { return }
    if hasPrefix("]]>") {
      emit("]]>")
      position += 3
      insideCDATA = false
    } else if input[position] == UInt8(ascii: "]") {
      output.append(UInt8(ascii: "]"))
      position += 1
    } else if XMLByte.classes[Int(input[position])] & XMLByte.inCDATA != 0 {
      copyOrDropSpecial()
    }
  }
}
