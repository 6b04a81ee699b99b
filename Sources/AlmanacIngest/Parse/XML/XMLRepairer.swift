/// Makes UTF-8 bytes fit for libxml2, piece by piece, and counts what it repairs.
///
/// libxml2 in recovery mode loses text after the first error (a bare `&`, `&nbsp;`, text before the
/// declaration; seen in every second feed of small publishers), so the usual errors are mended
/// beforehand: this pass escapes, balances tags, expands HTML's named references outside CDATA, and drops the XML
/// declaration, DOCTYPE, comments, processing instructions and forbidden characters. Predefined
/// references leave it in numeric form, which recovery mode keeps. Line breaks are never dropped,
/// so that libxml2's line numbers are those of the document.
///
/// It is also the first line of defense: declarations of entities that are more than text, giant tags
/// and giant comments end the document here.
struct XMLRepairer {
  struct Limits: Sendable {
    /// Attributes are compared pairwise in libxml2 before 2.12: 300,000 on a tag take 20 seconds.
    var attributesPerTag = 512
    var tagBytes = 1 << 20
    var commentBytes = 4 << 20
    /// About how much one call of `next` gives.
    var pieceBytes = 1 << 16
  }

  struct OpenElement {
    /// Where its name stands in the input.
    let name: Range<Int>
    var hasChildren = false
  }

  let input: [UInt8]
  let limits: Limits
  /// The piece made last.
  var output: [UInt8] = []
  var problems = Diagnostics()
  var position: Int

  var open: [OpenElement] = []
  /// The document type declaration, where it is one that can be read.
  var doctype: XMLDoctype?
  /// How many bytes were made of references to entities that the document declares.
  var declaredBytes = 0
  private var insideCDATA = false
  private var sectionStart = 0
  private var begun = false
  private var countedTo = 0
  private var countedLine = 1

  /// - Parameter input: valid UTF-8.
  init(_ input: [UInt8], limits: Limits = Limits()) {
    self.input = input
    self.limits = limits
    position = 0
    output.reserveCapacity(limits.pieceBytes + 4_096)
  }

  /// Makes the next piece in `output`; false at the end.
  mutating func next() throws(XMLError) -> Bool {
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

  // MARK: Looking

  /// The byte at an offset from the position; 0 outside the input.
  func peek(_ offset: Int) -> UInt8 {
    let index = position + offset
    return index >= 0 && index < input.count ? input[index] : 0
  }

  /// Whether the input at the position reads so; letters of `text` are lower case, any case matches.
  func looking(at text: StaticString, caseSensitive: Bool = false) -> Bool {
    let rest = input[position...]
    return text.withUTF8Buffer { wanted in
      rest.count >= wanted.count
        && zip(rest, wanted).allSatisfy { byte, wanted in
          byte == wanted
            || !caseSensitive && byte | 0x20 == wanted && XMLByte.isLetter(wanted)
        }
    }
  }

  /// The line of the position, from 1.
  mutating func line() -> Int {
    countedLine += input[min(countedTo, position)..<position].count { $0 == 0x0A }
    countedTo = max(countedTo, position)
    return countedLine
  }

  mutating func note(_ kind: Defect) {
    let line = problems.count(kind) == 0 ? line() : 0
    problems.note(kind, line: line)
  }

  // MARK: Copying

  mutating func emit(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Copies up to the next byte of one of the classes, at most a piece.
  mutating func copyRun(of stop: UInt8) {
    let start = position
    let end = min(input.count, start + limits.pieceBytes)
    position = XMLByte.skip(input, from: start, to: end, until: stop)
    output.append(contentsOf: input[start..<position])
  }

  /// Leaves bytes out but keeps their line breaks.
  mutating func drop(to end: Int) {
    let end = min(end, input.count)
    for byte in input[position..<max(end, position)] where byte == 0x0A { output.append(byte) }
    position = max(end, position)
  }

  /// Handles a byte that is forbidden or may begin a forbidden character.
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

  private mutating func copyText() throws(XMLError) {
    copyRun(of: XMLByte.inText)
    guard position < input.count else { return }
    switch input[position] {
    case UInt8(ascii: "<"): try markup()
    case UInt8(ascii: "&"): try reference()
    case UInt8(ascii: "]"):
      if looking(at: "]]>") {
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

  /// CDATA goes on in sections of at most a few KiB: over long ones libxml2's push parser takes
  /// time that grows with the square of their length.
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
    if looking(at: "]]>") {
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
