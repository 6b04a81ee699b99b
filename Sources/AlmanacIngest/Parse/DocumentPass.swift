import AlmanacFiles

/// One way through a document, from its beginning to its end: what lies behind needs no memory.
struct DocumentPass {
  /// Memory is let go of in parts of this size: often enough, and seldom enough to cost nothing.
  private static let part = 1 << 20

  private let bytes: DocumentBytes
  /// What lies before was let go of.
  private var start: Int

  init(_ bytes: DocumentBytes, from start: Int = 0) {
    self.bytes = bytes
    self.start = start
  }

  /// Says how far it is; who goes back, begins another way.
  mutating func move(to index: Int) {
    if index &- start >= Self.part || index < start { turn(at: index) }
  }

  private mutating func turn(at index: Int) {
    if index > start { bytes.letGo(start..<index) }
    start = index
  }
}
