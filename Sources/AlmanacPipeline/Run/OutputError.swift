import AlmanacFiles
import Foundation

/// Standard output took no more: its disk is full, or it is closed.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let code: Int32

  /// nil where only the reader has gone, as that of `almanac query | head`: it wants no more.
  public init?(_ error: any Error) {
    code = FileError.code(of: error) ?? EIO
    if code == EPIPE { return nil }
  }

  public var description: String {
    "\(FileError(path: "standard output", code: code))"
  }
}
