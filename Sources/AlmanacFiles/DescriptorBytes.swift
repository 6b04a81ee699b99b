import Foundation

/// Reads the bytes of an open file, pipe or socket.
public enum DescriptorBytes {
  /// Bytes of one read call.
  private static let chunkBytes = 1 << 20

  /// Reads up to the end.
  ///
  /// - Parameter name: The path or name in errors.
  public static func read(_ descriptor: Int32, named name: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try chunk(of: descriptor, named: name)
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
    }
  }

  /// Reads at most `chunkBytes`; an empty result is the end.
  private static func chunk(
    of descriptor: Int32, named name: String
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, count in
      while true {
        let got = Foundation.read(descriptor, buffer.baseAddress, chunkBytes)
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
