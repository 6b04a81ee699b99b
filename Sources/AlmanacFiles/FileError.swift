import Foundation

/// A system call that failed on a file.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  public let path: String
  /// The value of `errno`.
  public let code: Int32

  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  public var description: String {
    let remedy =
      switch code {
      case ENOSPC, EDQUOT: "; free disk space and run again"
      case EIO: "; check the disk and its free space, and run again"
      case EROFS, EACCES, EPERM: "; check the folder's owner and its mount options"
      case EFBIG: "; raise the limit on file sizes"
      default: ""
      }
    return "\(path): \(Self.reason(code))\(remedy)"
  }

  /// The system's message for a value of `errno`.
  public static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The error of the last system call, which concerned this file.
  static func last(_ url: URL) -> FileError { FileError(path: url.path, code: errno) }

  /// The value of `errno` in an error of Foundation; nil if it has none.
  public static func code(of error: any Error) -> Int32? {
    if let error = error as? FileError { return error.code }
    if let error = error as? POSIXError { return error.code.rawValue }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(exactly: error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(code)
  }
}
