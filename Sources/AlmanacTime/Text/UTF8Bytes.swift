extension String {
  /// Calls `body` with the string's UTF-8 bytes, which are valid during the call only.
  ///
  /// Bytes that a string stores inline (up to 15) are copied to the stack first. `utf8Span` is no
  /// alternative: release builds of Swift 6.3 read such bytes after their stack slot was reused.
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

  /// Calls `body` with a span of the string's UTF-8 bytes; see `withUTF8Bytes`.
  @inlinable
  public func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    withUTF8Bytes { body($0.span) }
  }
}
