import AlmanacFiles

/// The UTF-8 that is made of another encoding, as it grows: memory holds little of it.
struct ConvertedText {
  private static let part = 1 << 16

  /// What was made last.
  var output: [UInt8] = []
  private var backlog = Backlog()

  /// Has to be called from time to time.
  ///
  /// - Parameter passed: is told how far in the input it is.
  mutating func rest(at index: Int, _ passed: (Int) -> Void) {
    guard output.count >= Self.part else { return }
    putBy()
    passed(index)
  }

  /// Adds a part of the input that may be large.
  mutating func append(
    _ range: Range<Int>, of input: UnsafeBufferPointer<UInt8>, _ passed: (Int) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = min(range.upperBound, index &+ Self.part)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: input[index..<end]))
      index = end
      rest(at: index, passed)
    }
  }

  /// All of it; nothing can be added after.
  mutating func finish() -> DocumentBytes {
    putBy()
    return backlog.finish()
  }

  private mutating func putBy() {
    backlog.append(output)
    output.removeAll(keepingCapacity: true)
  }
}
