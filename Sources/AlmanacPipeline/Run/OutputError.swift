import AlmanacFiles
import Foundation

/// Writing to standard output failed: its disk is full, or it is closed.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let code: Int32

  /// nil if only the reader has gone, as in `almanac query | head`.
  public init?(_ error: any Error) {
    code = FileError.code(of: error) ?? EIO
    if code == EPIPE { return nil }
  }

  public var description: String {
    "\(FileError(path: "standard output", code: code))"
  }
}
