public import AlmanacModel

/// Makes text of feeds safe for terminals and logs.
public enum TerminalText {
  /// The text with visible control characters (C0, C1, ESC and directional marks), so that no feed can
  /// control the terminal.
  public static func safe(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        safe.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// The same, and all of it on one line.
  public static func oneLine(_ text: String) -> String {
    safe(text).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }

  /// The same for a cell of a table, where a space replaces a line break.
  static func cell(_ text: String) -> String { safe(text.replacing("\n", with: " ")) }

  /// A finding about a file as one line, in the manner of compilers.
  public static func line(of finding: Finding, in file: String) -> String {
    let place = finding.line.map { "\(file):\($0)" } ?? file
    return safe("\(place): \(finding.code): ") + words(of: finding)
  }

  /// Maximum number of characters of a subject, which may be a long address.
  private static let mostOfSubject = 80

  /// The message of a finding, after its subject unless the message names that.
  static func words(of finding: Finding) -> String {
    guard let subject = finding.subject, !subject.isEmpty, !finding.message.contains(subject) else {
      return oneLine(finding.message)
    }
    let isLong = subject.count > mostOfSubject
    let name = isLong ? subject.prefix(mostOfSubject - 1) + "…" : subject[...]
    return oneLine("\(name): \(finding.message)")
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0a: false
    case 0x00...0x1f, 0x7f...0x9f, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

extension TerminalText {
  /// The width of a text in columns of a terminal. It must be safe and one line.
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  /// The text, cut to a number of columns; a cut text ends with an ellipsis.
  static func fitted(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = ""
    var taken = 1
    for character in text {
      taken += width(of: character)
      guard taken <= columns else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The first scalar decides, and the variation selector for emoji.
  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if isWide(first) || character.unicodeScalars.contains("\u{fe0f}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), in whole blocks, and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1b000...0x1b2ff,
      0x20000...0x3fffd:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
