/// Scans the parameters of a content line up to the colon before its value.
struct ParameterScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var isBehindColon = false
  /// The colon that ends the parameters; nil: the first unquoted one.
  private let colon: Int?
  /// The start of the last parameter if it has no `=`.
  private var bare: Int?

  /// - Parameters:
  ///   - start: The end of the property name.
  ///   - colon: The colon before the value, if known.
  init(_ bytes: ArraySlice<UInt8>, from start: Int, to colon: Int? = nil) {
    self.bytes = bytes
    self.colon = colon
    position = start
    while peek == 0x20 { position += 1 }
  }

  /// Scans one parameter and passes on the ranges of its name and each value; false at the end.
  ///
  /// A parameter without `=`, as in vCalendar 1.0, is ignored.
  mutating func next(each body: (Range<Int>, Range<Int>) -> Void) -> Bool {
    guard let byte = peek else { return false }
    if byte == UInt8(ascii: ":"), endsParameter(position) {
      position += 1
      isBehindColon = true
      return false
    }
    position += 1
    let start = position
    while let byte = peek, byte != UInt8(ascii: "="), !endsParameter(position) { position += 1 }
    let name = start..<position
    guard peek == UInt8(ascii: "=") else {
      bare = start
      return true
    }
    bare = nil
    repeat {
      position += 1
      let value = value()
      if !name.isEmpty { body(name, value) }
    } while peek == UInt8(ascii: ",")
    return true
  }

  /// The start of the value after all parameters were scanned.
  ///
  /// - Parameter isKnown: Whether a last parameter without `=` may be the value of a property whose
  ///   colon is missing.
  func valueStart(isKnown: Bool) -> Int? {
    if isBehindColon { return position }
    guard isKnown, let bare, bare < bytes.endIndex else { return nil }
    return bare
  }

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func value() -> Range<Int> {
    if peek == UInt8(ascii: "\"") {
      let start = position + 1
      var end = start
      while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += 1 }
      if end < bytes.endIndex, closesParameter(end) {
        position = end + 1
        return start..<end
      }
    }
    let start = position
    while let byte = peek, byte != UInt8(ascii: ","), !endsParameter(position) { position += 1 }
    return start..<position
  }

  /// Whether a closing quote is followed by a delimiter.
  private func closesParameter(_ quote: Int) -> Bool {
    let next = quote + 1
    guard next < bytes.endIndex else { return false }
    return bytes[next] == UInt8(ascii: ",") || endsParameter(next)
  }

  private func endsParameter(_ index: Int) -> Bool {
    if bytes[index] == UInt8(ascii: ":") { return colon.map { $0 == index } ?? true }
    return bytes[index] == UInt8(ascii: ";")
  }
}
