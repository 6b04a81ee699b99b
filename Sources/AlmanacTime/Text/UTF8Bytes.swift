extension String {
  /// Calls `body` with the string's UTF-8 bytes, which are valid during the call only.
  ///
  /// The bytes of a string that stores them inline (up to 15) are copied to the stack first. A span of the
  /// string must not be used instead: release builds of Swift 6.3 read such bytes after their place on
  /// the stack was reused.
  @inlinable
  public func withUTF8Bytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var text = self
    let result = text.withUTF8 { bytes in
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Calls `body` with a span of the string's UTF-8 bytes, as `withUTF8Bytes` does with a buffer.
  @inlinable
  public func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    withUTF8Bytes { body($0.span) }
  }
}
