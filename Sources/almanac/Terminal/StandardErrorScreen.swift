import Foundation
import Synchronization

/// Standard error as the log and the progress share it: lines that stay, and below them one that
/// is drawn over and over.
///
/// Everything goes out in one call for each change, so that no line is torn.
enum StandardErrorScreen {
  /// To the line's begin, and erase to its end (ECMA-48 section 8.3.41).
  private static let clear = "\r\u{1b}[K"

  private static let live = Mutex(LiveLine())
  private static let isDrawn = Atomic<Bool>(false)
  private static let isEnding = Atomic<Bool>(false)

  private struct LiveLine {
    var isOpen = false
    var text = ""
  }

  /// From here on there may be a live line.
  static func open() { live.withLock { $0.isOpen = true } }

  /// Removes the live line for good.
  static func close() {
    live.withLock { live in
      replace(&live.text, by: "")
      live.isOpen = false
    }
  }

  /// Draws the live line; empty: none.
  static func show(_ text: String) {
    live.withLock { live in
      if live.isOpen { replace(&live.text, by: text) }
    }
  }

  /// Writes a line that stays, above the live one.
  static func tell(_ line: String) {
    live.withLock { live in
      write(live.text.isEmpty ? "\(line)\n" : "\(clear)\(line)\n\(live.text)")
    }
  }

  /// Writes a line that stays in the place of the live one.
  static func replace(by line: String) {
    live.withLock { live in
      write((live.text.isEmpty ? "" : clear) + "\(line)\n")
      live.text = ""
      isDrawn.store(false, ordering: .relaxed)
    }
  }

  /// Makes what a handler touches.
  static func prepareForHandler() {
    isDrawn.store(false, ordering: .relaxed)
    isEnding.store(false, ordering: .relaxed)
  }

  /// Removes the live line for good from within a signal's handler: takes no lock and no memory.
  static func endInHandler() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    guard isDrawn.load(ordering: .sequentiallyConsistent) else { return }
    clearNow()
  }

  private static func clearNow() {
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0x0d, 0x1b, 0x5b, 0x4b)
    _ = Foundation.write(STDERR_FILENO, &bytes, 4)
  }

  private static func replace(_ shown: inout String, by text: String) {
    guard shown != text, !isEnding.load(ordering: .sequentiallyConsistent) else { return }
    isDrawn.store(true, ordering: .sequentiallyConsistent)
    write(clear + text)
    shown = text
    isDrawn.store(!text.isEmpty, ordering: .sequentiallyConsistent)
    // A handler on another thread may have cleared the screen before this was written to it.
    if !text.isEmpty, isEnding.load(ordering: .sequentiallyConsistent) { clearNow() }
  }

  /// What can't be told is lost, because there is nobody to tell it to.
  private static func write(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data(text.utf8))
    } catch {
      return
    }
  }
}
