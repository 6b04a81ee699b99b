/// The bytes of a memory: for each bucket its distance from the one before, how many events have it, and
/// the distances of their numbers, all as integers of seven bits a byte, the lowest first.
enum CategoryMemoryFile {
  static func bytes(of lists: [(UInt32, [Int])]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = -1
    for (bucket, events) in lists {
      append(Int(bucket) - last - 1, to: &bytes)
      append(events.count - 1, to: &bytes)
      last = Int(bucket)
      var before = -1
      for event in events {
        append(event - before - 1, to: &bytes)
        before = event
      }
    }
    return bytes
  }

  /// - Parameters:
  ///   - buckets: Buckets are below this.
  ///   - events: Numbers are below this.
  /// - Returns: nil where the bytes are those of no such memory.
  static func lists(of bytes: ArraySlice<UInt8>, buckets: Int, events: Int) -> [(UInt32, [Int])]? {
    var rest = bytes
    var lists: [(UInt32, [Int])] = []
    var bucket = -1
    while !rest.isEmpty {
      guard let step = next(&rest), let count = next(&rest), count < events else { return nil }
      bucket += step + 1
      guard bucket < buckets else { return nil }
      var members: [Int] = []
      var event = -1
      for _ in 0...count {
        guard let step = next(&rest) else { return nil }
        event += step + 1
        guard event < events else { return nil }
        members.append(event)
      }
      lists.append((UInt32(bucket), members))
    }
    return lists
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// No number has more than 28 bits.
  private static func next(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for shift in stride(from: 0, to: 28, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}
