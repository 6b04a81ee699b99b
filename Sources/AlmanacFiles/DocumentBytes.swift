public import Foundation

/// The bytes of a document: those of a small one in memory, those of a large one in its file, of which
/// memory holds what is being read.
public struct DocumentBytes: Sendable {
  private enum Storage: Sendable {
    case array([UInt8])
    case file(MappedFile)
  }

  /// What is smaller is read at once.
  private static let smallest = 1 << 20

  private let storage: Storage
  /// Bytes of the storage before the first.
  private let start: Int
  /// What went wrong before they were here.
  private let early: FileError?

  private init(_ storage: Storage, from start: Int = 0, failure: FileError? = nil) {
    self.storage = storage
    self.start = start
    early = failure
  }

  public init(_ bytes: [UInt8]) { self.init(.array(bytes)) }

  /// - Parameter failure: why some of them are missing.
  init(_ bytes: [UInt8], failure: FileError?) { self.init(.array(bytes), failure: failure) }

  /// Those of a file that nobody changes as long as this value is there.
  public init(contentsOf url: URL) throws(FileError) {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(url) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .last(url) }
    if facts.st_size >= Self.smallest,
      let file = try? MappedFile(descriptor, count: Int(facts.st_size), path: url.path)
    {
      self.init(.file(file))
    } else {
      // Not everything can be mapped, and nothing where too much is.
      self.init(try DurableFile.read(url))
    }
  }

  /// Those that come from a file, a pipe or whatever else is open, up to its end.
  ///
  /// Large ones are put by in the temporary folder: nobody else can change them there while they are
  /// read.
  ///
  /// - Parameter name: for errors.
  public init(reading descriptor: Int32, named name: String) throws(FileError) {
    var backlog = Backlog()
    while true {
      let piece = try Self.read(descriptor, upTo: Self.smallest, named: name)
      backlog.append(piece)
      guard piece.count == Self.smallest else { break }
    }
    self = backlog.finish()
  }

  /// Those that are put by, of which there must be some.
  init(_ spool: SpooledBytes) throws(FileError) { self.init(.file(try spool.mapped())) }

  /// The next bytes, fewer only at the end.
  private static func read(
    _ descriptor: Int32, upTo most: Int, named name: String
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      while count < most {
        let got = Foundation.read(
          descriptor, buffer.baseAddress?.advanced(by: count), most - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = FileError(path: name, code: errno) }
        guard got > 0 else { return }
        count += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  public var count: Int {
    switch storage {
    case .array(let bytes): bytes.count - start
    case .file(let file): file.count - start
    }
  }

  public func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch storage {
    case .array(let bytes):
      try bytes.withUnsafeBufferPointer { (all) throws(Failure) in
        try body(UnsafeBufferPointer(rebasing: all[start...]))
      }
    case .file(let file):
      try file.withUnsafeBufferPointer { (all) throws(Failure) in
        try body(UnsafeBufferPointer(rebasing: all[start...]))
      }
    }
  }

  /// All of them in memory.
  public var array: [UInt8] {
    if case .array(let bytes) = storage, start == 0 { return bytes }
    return withUnsafeBufferPointer { Array($0) }
  }

  /// The first of them.
  public func prefix(_ most: Int) -> [UInt8] {
    withUnsafeBufferPointer { Array($0.prefix(most)) }
  }

  /// Without the first of them.
  public func dropping(_ first: Int) -> DocumentBytes {
    DocumentBytes(storage, from: start + min(first, count), failure: early)
  }

  /// Lends all of them, a piece at a time; each is let go of when it was lent.
  public func forEachPiece(_ body: ([UInt8]) throws -> Void) rethrows {
    var start = 0
    while start < count {
      let end = min(count, start + Self.smallest)
      try body(withUnsafeBufferPointer { Array($0[start..<end]) })
      letGo(start..<end)
      start = end
    }
  }

  /// Says that these were read: they need no memory before they are looked at again.
  public func letGo(_ range: Range<Int>) {
    guard case .file(let file) = storage else { return }
    file.letGo(range.lowerBound + start..<range.upperBound + start)
  }

  /// Why what was read so far is not what the document holds; nil where it is.
  public var failure: FileError? {
    guard case .file(let file) = storage else { return early }
    return file.failure
  }
}
