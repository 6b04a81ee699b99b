extension String {
  /// Calls `body` with the string's UTF-8 bytes, which are valid during the call only.
  ///
  /// Bytes that a string stores inline (up to 15) are copied to the stack first. `utf8Span` is no
  /// alternative: release builds of Swift 6.3 read such bytes after their stack slot was reused.
  @inlinable
  public func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // Every native string has contiguous storage; `withUTF8` would copy and retain it.
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = self
    return text.withUTF8(body)
  }

  /// Calls `body` with a span of the string's UTF-8 bytes; see `withUTF8Bytes`.
  @inlinable
  public func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    withUTF8Bytes { body($0.span) }
  }
}
