/// Bytes that are written one after the other into a space that was made before; what no longer fits
/// is left out, and `isFull` says so. What is written must be UTF-8.
struct ByteSink {
  private let space: UnsafeMutableBufferPointer<UInt8>
  var count = 0
  private(set) var isFull = false

  init(_ space: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    self.space = UnsafeMutableBufferPointer(rebasing: space)
  }

  /// One of those that were written last, 0 the very last; 0 where there are not so many.
  func last(_ offset: Int = 0) -> UInt8 {
    offset < count ? space[count &- 1 &- offset] : 0
  }

  var text: String {
    String(valid: UnsafeBufferPointer(rebasing: space[..<count]))
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard count < space.count else {
      isFull = true
      return
    }
    space[count] = byte
    count &+= 1
  }

  /// Up to eight bytes, the first of them in the lowest byte.
  @inline(__always)
  mutating func append(_ letters: UInt64, count length: Int) {
    if count &+ 8 <= space.count, let start = space.baseAddress {
      UnsafeMutableRawPointer(start + count).storeBytes(of: letters.littleEndian, as: UInt64.self)
      count &+= length
    } else {
      for index in 0..<length { append(UInt8(truncatingIfNeeded: letters &>> UInt64(8 &* index))) }
    }
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= space.count &- count, let start = bytes.baseAddress,
      let target = space.baseAddress
    else {
      isFull = isFull || !bytes.isEmpty
      return
    }
    (target + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }
}
