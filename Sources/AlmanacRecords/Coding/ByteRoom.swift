import AlmanacTime

/// Bytes to which others are added at the end, in memory that nobody else has: where it suffices, adding
/// one is a store, where an array asks each time whether it is shared.
struct ByteRoom: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1_024) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// All of them, until one is added.
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

  /// Room for so many more behind the last; `take` says how many were written there.
  mutating func reserve(_ more: Int) -> UnsafeMutableRawPointer {
    if more > capacity &- count { grow(by: more) }
    return UnsafeMutableRawPointer(start + count)
  }

  /// Takes the first of those that were written into what was reserved.
  mutating func take(_ written: Int) { count &+= written }

  private mutating func grow(by more: Int) {
    let larger = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }
}
