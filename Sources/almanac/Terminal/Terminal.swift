import AlmanacPipeline
import Foundation

/// The properties of a stream that matter for drawing on it.
struct Terminal {
  static let output = Terminal(descriptor: STDOUT_FILENO)
  static let errors = Terminal(descriptor: STDERR_FILENO)

  /// The width of terminals that don't report it.
  private static let commonWidth = 80

  fileprivate let descriptor: Int32

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether a line may be drawn over: a terminal, and not one that knows no escape sequences.
  var canRedraw: Bool {
    let name = Self.environment("TERM")
    return isTerminal && name != nil && name != "dumb"
  }

  /// Words are marked by color unless `NO_COLOR` has any value (no-color.org).
  var style: TerminalStyle {
    canRedraw && Self.environment("NO_COLOR") == nil ? .colored : .plain
  }

  /// Number of columns that the terminal reports, else `COLUMNS`.
  var width: Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    let given = Self.environment("COLUMNS").flatMap { Int($0) }
    return given.flatMap { $0 > 0 ? $0 : nil } ?? Self.commonWidth
  }

  /// A variable of the environment; nil if it is not set or empty.
  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
