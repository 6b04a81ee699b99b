/// How words are marked on a terminal (ECMA-48 section 8.3.117, Select Graphic Rendition).
public struct TerminalStyle: Sendable {
  /// No marks at all: for files, pipes and people who set `NO_COLOR`.
  public static let plain = TerminalStyle(isColored: false)
  public static let colored = TerminalStyle(isColored: true)

  private let isColored: Bool

  /// A color with what it means here.
  enum Tint: Int, Sendable {
    case strong = 1
    case error = 31
    case good = 32
    case warning = 33
  }

  public func strong(_ text: String) -> String { tinted(text, .strong) }

  func tinted(_ text: String, _ tint: Tint?) -> String {
    guard isColored, let tint, !text.isEmpty else { return text }
    return "\u{1b}[\(tint.rawValue)m\(text)\u{1b}[0m"
  }
}
