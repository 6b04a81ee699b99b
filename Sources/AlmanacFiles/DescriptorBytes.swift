/// Reads the bytes of a descriptor that the process got open, such as standard input.
public enum DescriptorBytes {
  /// Bytes that are read at once.
  private static let chunkBytes = 1 << 20

  /// Reads up to the end.
  ///
  /// - Parameter name: The path or name in errors.
  public static func read(_ descriptor: Int32, named name: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try OpenFile.read(descriptor, atMost: chunkBytes, path: name)
      bytes += chunk
      guard chunk.count == chunkBytes else { return bytes }
    }
  }
}
