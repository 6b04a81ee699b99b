import Foundation
import Synchronization

/// Shares standard error between the log and the progress: permanent lines, and below them a live line that
/// is redrawn.
///
/// Each change is one write, so that no line is torn.
enum StandardErrorScreen {
  /// To the line's begin, and erase to its end (ECMA-48 section 8.3.41).
  private static let clear = "\r\u{1b}[K"

  /// The live line; nil if none may be drawn.
  private static let live = Mutex<String?>(nil)

  static func open() { live.withLock { $0 = $0 ?? "" } }

  /// Removes the live line.
  static func close() {
    live.withLock { live in
      if live?.isEmpty == false { write(clear) }
      live = nil
    }
  }

  /// Draws the live line.
  static func show(_ text: String) {
    live.withLock { live in
      guard live != nil, live != text else { return }
      write(clear + text)
      live = text
    }
  }

  /// Writes a permanent line above the live one.
  static func report(_ line: String) {
    live.withLock { live in
      let text = live ?? ""
      write(text.isEmpty ? "\(line)\n" : "\(clear)\(line)\n\(text)")
    }
  }

  /// Replaces the live line by a permanent one.
  static func replace(by line: String) {
    live.withLock { live in
      write((live?.isEmpty == false ? clear : "") + "\(line)\n")
      live = live.map { _ in "" }
    }
  }

  /// Ignores a failure: there is no other place to report it.
  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
