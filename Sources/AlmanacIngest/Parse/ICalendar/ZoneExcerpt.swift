/// The lines of a document that concern time zones, one excerpt for each VCALENDAR.
///
/// They are few and may follow the events that use them: copying them costs far less than reading
/// the document twice.
enum ZoneExcerpt {
  /// Calls `body` for each calendar in document order, with the excerpt as a calendar of its own.
  ///
  /// An excerpt covers the lines up to the next BEGIN:VCALENDAR; the first one also covers what
  /// precedes the first calendar. `body` may be called once for a run of calendars without zones.
  /// - Parameter body: Receives the line of BEGIN:VCALENDAR, 0 for the first calendar, and the bytes,
  ///   which are empty if no line concerns zones.
  static func forEachCalendar(in document: [UInt8], _ body: (Int, [UInt8]) -> Void) {
    var lines = LogicalLines(document)
    var excerpt: [UInt8] = []
    var start = 0
    var calendars = 0
    var isCopying = false
    // Whether the calendar before has no zones either, so that one call serves for both.
    var isRunning = false
    while let line = isCopying ? lines.next() : lines.next(beginningWith: mayConcernZones) {
      if begins(line.bytes, with: beginOfCalendar) {
        calendars += 1
        guard calendars > 1 else { continue }
        if !excerpt.isEmpty || !isRunning { body(start, excerpt) }
        isRunning = excerpt.isEmpty
        excerpt = []
        start = line.number
        isCopying = false
      } else if isCopying {
        isCopying = !begins(line.bytes, with: endOfDefinition)
        append(line.bytes, to: &excerpt)
      } else if begins(line.bytes, with: beginOfDefinition) {
        isCopying = true
        append(line.bytes, to: &excerpt)
      } else if begins(line.bytes, with: calendarZone) {
        append(line.bytes, to: &excerpt)
      }
    }
    body(start, excerpt)
  }

  /// Whether one of the words below may begin with this byte.
  private static func mayConcernZones(_ byte: UInt8) -> Bool {
    byte | 0x20 == UInt8(ascii: "b") || byte | 0x20 == UInt8(ascii: "x")
  }

  private static let beginOfCalendar = Array("begin:vcalendar".utf8)
  private static let beginOfDefinition = Array("begin:vtimezone".utf8)
  private static let endOfDefinition = Array("end:vtimezone".utf8)
  private static let calendarZone = Array("x-wr-timezone".utf8)

  private static func append(_ line: ArraySlice<UInt8>, to excerpt: inout [UInt8]) {
    if excerpt.isEmpty { excerpt += Array("BEGIN:VCALENDAR\n".utf8) }
    excerpt += line
    excerpt.append(0x0A)
  }

  /// - Parameter word: in lower case.
  private static func begins(_ line: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
    guard line.count >= word.count else { return false }
    for (byte, letter) in zip(line, word) {
      let lower = 0x41...0x5A ~= byte ? byte | 0x20 : byte
      if lower != letter { return false }
    }
    return true
  }
}
