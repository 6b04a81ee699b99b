/// The parts of a calendar that say something of zones, as a calendar of their own.
///
/// They are few and may stand behind their use: copying them out costs far less than reading the
/// document twice.
enum ZoneExcerpt {
  static func excerpt(of document: [UInt8]) -> [UInt8] {
    var excerpt = Array("BEGIN:VCALENDAR\n".utf8)
    var line = 0
    var isCopying = false
    while line < document.count {
      let next = endOfLine(document, from: line)
      if isCopying {
        isCopying = !starts(document, at: line, with: endOfDefinition)
        excerpt += document[line..<next]
      } else if starts(document, at: line, with: beginOfDefinition) {
        isCopying = true
        excerpt += document[line..<next]
      } else if starts(document, at: line, with: calendarZone) {
        excerpt += document[line..<next]
      }
      line = next
    }
    return excerpt
  }

  private static let beginOfDefinition = Array("begin:vtimezone".utf8)
  private static let endOfDefinition = Array("end:vtimezone".utf8)
  private static let calendarZone = Array("x-wr-timezone".utf8)

  /// The start of the next line.
  private static func endOfLine(_ document: [UInt8], from start: Int) -> Int {
    min(LineEnds.next(in: document, from: start).end + 1, document.count)
  }

  /// - Parameter word: in lower case.
  private static func starts(_ document: [UInt8], at start: Int, with word: [UInt8]) -> Bool {
    guard document.count - start >= word.count, document[start] | 0x20 == word[0] else {
      return false
    }
    for offset in word.indices {
      let byte = document[start + offset]
      let lower = 0x41...0x5A ~= byte ? byte | 0x20 : byte
      if lower != word[offset] { return false }
    }
    return true
  }
}
