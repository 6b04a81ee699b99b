import Foundation

/// Standard output and standard error, whose readers may go away at any time.
enum StandardStream {
  /// Writes a result. A reader that has gone wants no more of it; any other failure is an error.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch let error as POSIXError where error.code == .EPIPE {
      return
    } catch let error as CocoaError where error.underlying?.code == .EPIPE {
      return
    }
  }

  static func write(line: String) throws { try write("\(line)\n".utf8) }

  /// Tells people something; what can't be told is lost, because there is nobody to tell it to.
  static func tell(_ line: String) { StandardErrorScreen.tell(line) }
}

extension CocoaError {
  fileprivate var underlying: POSIXError? { userInfo[NSUnderlyingErrorKey] as? POSIXError }
}
