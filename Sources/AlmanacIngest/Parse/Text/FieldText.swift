import AlmanacModel
import AlmanacTime

/// Removes invisible and reordering characters from the text of a field.
enum FieldText {
  /// Which line breaks are preserved.
  enum Lines {
    /// One line; each run of white space becomes one space.
    case one
    /// Lines, with at most one empty line in succession.
    case many
  }

  /// The characters that were removed, for findings.
  struct Removal: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let control = Removal(rawValue: 1)
    /// Overrides, embeddings and unpaired isolates (UAX #9), which reorder the text after them.
    static let bidirectional = Removal(rawValue: 2)
    /// Zero-width and tag characters, which make equal texts differ.
    static let invisible = Removal(rawValue: 4)
    /// Combining marks after the eighth on one base character.
    static let marks = Removal(rawValue: 8)
    /// Line breaks inside one line, other than those of an indented document. They are reported for
    /// names only, because venues often have several lines.
    static let breaks = Removal(rawValue: 16)

    /// Without `breaks`.
    var codes: [FindingCode] {
      var codes: [FindingCode] = []
      if contains(.control) { codes.append("S_CTRL") }
      if contains(.bidirectional) { codes.append("S_BIDI") }
      if contains(.invisible) { codes.append("S_ZW") }
      if contains(.marks) { codes.append("S_MARKS") }
      return codes
    }
  }

  struct Cleaned: Equatable {
    var text: String
    var removed: Removal = []
  }

  /// Trims and collapses white space and removes characters that are not text. Does not apply
  /// Unicode normalization.
  static func clean(_ text: String, lines: Lines = .one) -> Cleaned {
    isClean(text, lines) ? Cleaned(text: text) : rewritten(text, lines: lines)
  }

  /// One clean line of at most `limit` characters of a text, for findings.
  static func excerpt(_ text: some StringProtocol, _ limit: Int) -> String {
    clean(String(text.prefix(limit))).text
  }

  /// Whether cleaning changes nothing: words of ordinary characters with single spaces, or up to
  /// two line breaks for `.many`, between them.
  ///
  /// May return false negatives, never false positives.
  static func isClean(_ text: String, _ lines: Lines) -> Bool {
    text.withUTF8Span { bytes in
      // 0 after a character, 1 after a line break, 2 after a space or two line breaks.
      var gap = 2
      var index = 0
      while index < bytes.count {
        let end = WordScan.end(of: bytes, in: index..<bytes.count, isASCII: true)
        if end > index {
          gap = 0
          index = end
          continue
        }
        switch bytes[index] {
        case 0x20 where gap == 0: gap = 2
        case 0x0A where gap < 2 && lines == .many: gap += 1
        default:
          guard index + 1 < bytes.count, isOrdinary(bytes[index], bytes[index + 1]) else {
            return false
          }
          gap = 0
          index += UTF8Check.length(of: bytes[index]) - 1
        }
        index += 1
      }
      return gap == 0 || bytes.isEmpty
    }
  }

  /// Whether all characters that begin with these bytes are neither white space nor marks nor
  /// removed: U+00A1 to U+02FF, most of Han and Hangul.
  private static func isOrdinary(_ lead: UInt8, _ next: UInt8) -> Bool {
    switch lead {
    case 0xC2: next > 0xA0 && next != 0xAD
    case 0xC3...0xCB, 0xE4...0xE9, 0xEB, 0xEC: true
    default: false
    }
  }

  /// Cleans a text that is not clean yet.
  static func rewritten(_ text: String, lines: Lines) -> Cleaned {
    var cleaner = FieldCleaner(
      lines: lines, keepsIsolates: hasPairedIsolates(text), capacity: text.utf8.count)
    cleaner.take(Array(text.utf8))
    return Cleaned(
      text: String(decoding: cleaner.output, as: UTF8.self), removed: cleaner.removed)
  }

  private static func hasPairedIsolates(_ text: String) -> Bool {
    guard text.contains(byte: 0x81) else { return true }
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069:
        depth -= 1
        if depth < 0 { return false }
      default: break
      }
    }
    return depth == 0
  }
}

private struct FieldCleaner {
  let lines: FieldText.Lines
  let keepsIsolates: Bool
  /// UTF-8.
  private(set) var output: [UInt8] = []
  private(set) var removed: FieldText.Removal = []
  private var breaks = 0
  private var hasSpace = false
  /// Spaces since the last line break.
  private var indent = 0
  private var marks = 0
  private var last: Unicode.Scalar = " "
  private var wasReturn = false

  init(lines: FieldText.Lines, keepsIsolates: Bool, capacity: Int) {
    self.lines = lines
    self.keepsIsolates = keepsIsolates
    output.reserveCapacity(capacity)
  }

  /// - Parameter bytes: Valid UTF-8.
  mutating func take(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      let end = WordScan.end(of: bytes.span, in: index..<bytes.count, isASCII: true)
      if end > index {
        separate()
        output.append(bytes, index..<end)
        marks = 0
        last = Unicode.Scalar(bytes[end - 1])
        wasReturn = false
        index = end
      } else {
        let length = UTF8Check.length(of: bytes[index])
        take(UTF8Check.scalar(bytes[index..<(index + length)]))
        index += length
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    let isReturn = scalar == "\r"
    defer { wasReturn = isReturn }
    switch scalar.value {
    case 0x0A where wasReturn: break
    case 0x0A, 0x0B, 0x0C, 0x0D, 0x2028, 0x2029:
      breaks += 1
      indent = 0
    case 0x09, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000:
      hasSpace = true
      indent += 1
    case 0x00...0x1F, 0x7F...0x9F: control(scalar)
    case 0x202A...0x202E: removed.insert(.bidirectional)
    case 0x2066...0x2069:
      if keepsIsolates { put(scalar) } else { removed.insert(.bidirectional) }
    case 0x200C, 0x200D: joiner(scalar)
    case 0xAD, 0x200B, 0x2060...0x2064, 0xFEFF, 0xE0000...0xE007F, 0x180E:
      removed.insert(.invisible)
    case ..<0x300: put(scalar)
    // Noncharacters (Unicode 15, section 23.7).
    case 0xFDD0...0xFDEF: removed.insert(.control)
    case let value where value & 0xFFFE == 0xFFFE: removed.insert(.control)
    default: mark(scalar)
    }
  }

  /// Replaces a C1 control character by the windows-1252 character that was meant.
  private mutating func control(_ scalar: Unicode.Scalar) {
    removed.insert(.control)
    let value = HTMLEntities.scalar(ofNumber: scalar.value)
    if value > 0x9F, let sign = Unicode.Scalar(value), scalar.value >= 0x80 { put(sign) }
  }

  /// Joiners spell words of Persian and Indic scripts and combine emoji. After Latin letters they
  /// are invisible.
  private mutating func joiner(_ scalar: Unicode.Scalar) {
    if last.value >= 0x590, !hasSpace, breaks == 0 {
      put(scalar)
    } else {
      removed.insert(.invisible)
    }
  }

  private mutating func mark(_ scalar: Unicode.Scalar) {
    guard Self.isMark(scalar.properties) else { return put(scalar) }
    marks += 1
    guard marks <= 8 else {
      removed.insert(.marks)
      return
    }
    append(scalar)
  }

  /// Whether a character is a combining mark. Spacing marks count if they are reordered by
  /// normalization.
  private static func isMark(_ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .spacingMark: properties.canonicalCombiningClass != .notReordered
    default: false
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    marks = 0
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    separate()
    output.append(utf8: scalar.value)
    last = scalar
  }

  /// Writes the pending white space before a character.
  private mutating func separate() {
    guard breaks > 0 || hasSpace else { return }
    defer {
      breaks = 0
      indent = 0
      hasSpace = false
    }
    if output.isEmpty { return }
    if lines == .many, breaks > 0 {
      for _ in 0..<min(breaks, 2) { output.append(UInt8(ascii: "\n")) }
    } else {
      if breaks > 0, indent < 2 { removed.insert(.breaks) }
      output.append(UInt8(ascii: " "))
    }
  }
}
