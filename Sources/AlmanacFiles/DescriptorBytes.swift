import Foundation

/// The bytes of a file, a pipe or a socket that is open.
public enum DescriptorBytes {
  private static let pieceBytes = 1 << 20

  /// Reads up to the end.
  ///
  /// - Parameter name: for errors.
  public static func read(_ descriptor: Int32, named name: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try piece(of: descriptor, named: name)
      guard !piece.isEmpty else { return bytes }
      bytes += piece
    }
  }

  private static func piece(
    of descriptor: Int32, named name: String
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count in
      while true {
        let got = Foundation.read(descriptor, buffer.baseAddress, pieceBytes)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = FileError(path: name, code: errno) }
        count = max(got, 0)
        return
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
