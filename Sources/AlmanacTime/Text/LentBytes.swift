extension String {
  /// Lends its UTF-8 as it lies in memory, without a copy of the text, of which each would be counted.
  @inlinable @inline(__always)
  public func withLentUTF8<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try utf8Span.span.withUnsafeBufferPointer(body)
  }
}
