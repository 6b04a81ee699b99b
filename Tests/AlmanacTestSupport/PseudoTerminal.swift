public import Foundation
import Glibc

/// A pseudoterminal whose output a test can read.
public final class PseudoTerminal: Sendable {
  /// The end that a program writes to.
  public let program: FileHandle
  private let reader: Int32

  // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift doesn't import because they are macros.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  public init(columns: Int) throws {
    reader = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var isLocked: Int32 = 0
    guard reader >= 0, ioctl(reader, Self.unlock, &isLocked) == 0,
      ioctl(reader, Self.getNumber, &number) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = 24
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    program = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { Glibc.close(reader) }

  /// Sends text as if typed.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(reader, bytes, bytes.count)
  }

  /// Appends output to `text` until `isWanted` returns true, the program closes its end, or no
  /// output arrives for a minute. This process must have closed its own copy of the program's end.
  ///
  /// - Returns: Whether `isWanted` returned true.
  @discardableResult
  public func read(into text: inout String, until isWanted: (String) -> Bool = { _ in false })
    -> Bool
  {
    var bytes = Array(text.utf8)
    while !isWanted(text) {
      var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 60_000) > 0 else { return false }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = Glibc.read(reader, &chunk, chunk.count)
      guard count > 0 else { return false }
      bytes += chunk[..<count]
      text = String(decoding: bytes, as: UTF8.self)
    }
    return true
  }
}

/// The contents of a screen after a program's output.
public struct TerminalScreen {
  public private(set) var lines: [String] = [""]
  /// The number of escape sequences that set colors.
  public private(set) var colors = 0
  /// Escape sequences other than colors and "erase to the end of the line".
  public private(set) var unknown: [String] = []
  /// The maximum number of columns in a line.
  public private(set) var widest = 0
  private var column = 0

  public init(_ text: String) {
    var rest = Substring(text)
    // Swift reads CR LF as one Character.
    while let character = rest.popFirst() {
      switch character {
      case "\r": column = 0
      case "\n", "\r\n":
        lines.append("")
        column = 0
      case "\u{1b}": sequence(&rest)
      default: put(character)
      }
    }
  }

  private mutating func put(_ character: Character) {
    var line = Array(lines[lines.count - 1])
    if column < line.count { line[column] = character } else { line.append(character) }
    column += 1
    lines[lines.count - 1] = String(line)
    widest = max(widest, column)
  }

  private mutating func sequence(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else { return unknown.append("ESC") }
    let parameters = rest.prefix { "0123456789;".contains($0) }
    rest = rest.dropFirst(parameters.count)
    switch rest.popFirst() {
    case "K" where parameters.isEmpty:
      lines[lines.count - 1] = String(lines[lines.count - 1].prefix(column))
    case "m": colors += 1
    case let final: unknown.append("[\(parameters)\(final.map(String.init) ?? "")")
    }
  }
}
