import AlmanacFiles
import Foundation

/// Adds pages to an SQLite file that nobody has open, as sqlite.org/fileformat2.html lays them out: what
/// is known in its order goes to the file in a fraction of the time that it takes as statements.
final class PageFile {
  static let pageSize = 4_096
  /// SQLite locks the byte with which this page begins, and keeps nothing there (section 1.4).
  static let lockPage = 0x4000_0000 / pageSize + 1
  /// Where the header says how many pages there are (section 1.3.7).
  private static let countOffset = 28
  private static let bufferPages = 64
  /// The disk begins with so many bytes at once.
  private static let part = 1 << 22

  private let url: URL
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Pages of the file, with those that wait in the buffer.
  private(set) var count: Int
  /// Up to where the disk has begun with the file.
  private var begun = 0

  init(_ url: URL) throws(FileError) {
    self.url = url
    descriptor = open(url.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: url.path, code: errno) }
    count = Int(lseek(descriptor, 0, SEEK_END)) / Self.pageSize
    buffer.reserveCapacity(Self.bufferPages * Self.pageSize)
  }

  deinit { close(descriptor) }

  /// The number of the page that is added next.
  var next: UInt32 { Self.number(behind: count) }

  /// The number of the one after it.
  var following: UInt32 { Self.number(behind: Int(next)) }

  private static func number(behind page: Int) -> UInt32 {
    UInt32(page + 1 == lockPage ? page + 2 : page + 1)
  }

  /// - Parameter page: Lays out a page of zeros.
  /// - Returns: Its number.
  @discardableResult
  func add(_ page: (UnsafeMutableRawBufferPointer) -> Void) throws(FileError) -> UInt32 {
    if count + 1 == Self.lockPage { try addZeros() }
    let start = try addZeros()
    buffer.withUnsafeMutableBytes { page(.init(rebasing: $0[start...])) }
    return UInt32(count)
  }

  /// Writes a page that is there already.
  func replace(_ number: UInt32, _ page: (UnsafeMutableRawBufferPointer) -> Void) throws(FileError)
  {
    var bytes = [UInt8](repeating: 0, count: Self.pageSize)
    bytes.withUnsafeMutableBytes { page($0) }
    try write(bytes, at: Int(number - 1) * Self.pageSize)
  }

  /// Writes what waits, and how many pages there are.
  func finish() throws(FileError) {
    try flush()
    try write(withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }, at: Self.countOffset)
  }

  /// - Returns: Where in the buffer the page begins.
  @discardableResult
  private func addZeros() throws(FileError) -> Int {
    if buffer.count == Self.bufferPages * Self.pageSize { try flush() }
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.pageSize))
    count += 1
    return start
  }

  private func flush() throws(FileError) {
    let end = count * Self.pageSize
    try write(buffer, at: end - buffer.count)
    buffer.removeAll(keepingCapacity: true)
    if end - begun >= Self.part {
      DurableFile.letGo(begun..<end, of: descriptor)
      begun = end
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { source in
        pwrite(
          descriptor, source.baseAddress?.advanced(by: written), source.count - written,
          off_t(offset + written))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: url.path, code: count < 0 ? errno : EIO) }
      written += count
    }
  }
}
