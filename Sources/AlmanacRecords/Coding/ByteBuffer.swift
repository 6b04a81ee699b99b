import AlmanacTime

/// A growing byte buffer with a single owner. Appending a byte is one store if the capacity
/// suffices; `Array` checks on every append whether it is shared.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1_024) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// The bytes. The pointer is valid until the next mutation.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  var last: UInt8? { count > 0 ? start[count - 1] : nil }

  mutating func removeAll() { count = 0 }

  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count &+= 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    if bytes.count > capacity &- count { grow(by: bytes.count) }
    (start + count).update(from: first, count: bytes.count)
    count &+= bytes.count
  }

  mutating func append(ascii text: String) {
    text.withUTF8Bytes { append($0) }
  }

  /// Ensures capacity for `more` bytes and returns the address of the first. `advance(by:)` sets
  /// how many were written.
  mutating func reserve(_ more: Int) -> UnsafeMutableRawPointer {
    if more > capacity &- count { grow(by: more) }
    return UnsafeMutableRawPointer(start + count)
  }

  /// Adds the first bytes of the reserved capacity to the content.
  mutating func advance(by written: Int) { count &+= written }

  /// Doubles the capacity, or more if necessary: appending *n* bytes one by one is O(*n*).
  private mutating func grow(by more: Int) {
    let larger = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }
}
