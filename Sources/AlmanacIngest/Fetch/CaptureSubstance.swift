import Crypto
import Foundation

/// What a document says apart from the stamps that its server makes anew for each request.
///
/// Left out are DTSTAMP of calendars that are no answers to a request (RFC 5545 section 3.8.7.2: then
/// it is when the file was made), RSS's `lastBuildDate` (when the file was made, in practice), and
/// XML comments, in which caches write when they made the page.
enum CaptureSubstance {
  /// Lower-case hex SHA-256; nil for what has no such stamps, which is the same where its bytes are.
  static func digest(of body: [UInt8]) -> String? {
    guard let stamps = stamps(of: body), !stamps.isEmpty else { return nil }
    var hasher = SHA256()
    body.withUnsafeBytes { bytes in
      var kept = 0
      for stamp in stamps {
        hasher.update(
          bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[kept..<stamp.lowerBound]))
        kept = stamp.upperBound
      }
      hasher.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[kept...]))
    }
    return HexDigits.text(of: hasher.finalize())
  }

  private static func stamps(of body: [UInt8]) -> [Range<Int>]? {
    let start = body.firstIndex { $0 > 0x20 && $0 < 0x80 } ?? 0
    if holds(body, calendar, at: start) { return calendarStamps(of: body) }
    if start < body.count, body[start] == UInt8(ascii: "<") { return documentStamps(of: body) }
    return nil
  }

  private static let calendar = Array("begin:vcalendar".utf8)
  private static let stamp = Array("dtstamp".utf8)
  private static let comment = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let built = Array("<lastbuilddate>".utf8)
  private static let builtEnd = Array("</lastbuilddate>".utf8)

  /// Lines are looked for by their LF, which all of them end in but for those of some very old
  /// files, whose stamps then count.
  private static func calendarStamps(of body: [UInt8]) -> [Range<Int>] {
    body.withUnsafeBytes { bytes in
      var stamps: [Range<Int>] = []
      var line = 0
      while let start = bytes.baseAddress, bytes.count - line > stamp.count {
        let rest = bytes.count - line
        let feed = memchr(start + line, 0x0a, rest).map {
          $0 - UnsafeMutableRawPointer(mutating: start)
        }
        let end = feed ?? bytes.count
        let first = bytes[line] | 0x20
        if first == stamp[0], isStamp(body, from: line, to: end) { stamps.append(line..<end) }
        line = end + 1
      }
      return stamps
    }
  }

  private static func isStamp(_ body: [UInt8], from line: Int, to end: Int) -> Bool {
    let name = line + stamp.count
    return holds(body, stamp, at: line) && name < end
      && (body[name] == UInt8(ascii: ":") || body[name] == UInt8(ascii: ";"))
  }

  private static func documentStamps(of body: [UInt8]) -> [Range<Int>] {
    var stamps: [Range<Int>] = []
    var index = 0
    while let open = body[index...].firstIndex(of: UInt8(ascii: "<")) {
      guard let closing = closing(of: body, at: open) else {
        index = open + 1
        continue
      }
      // Without its end it goes on to that of the document: to look for one again would take
      // quadratic time.
      guard let end = find(closing, in: body, from: open + comment.count) else { break }
      stamps.append(open..<end)
      index = end
    }
    return stamps
  }

  /// What ends the stamp that begins there.
  private static func closing(of body: [UInt8], at open: Int) -> [UInt8]? {
    if holds(body, comment, at: open) { return commentEnd }
    return holds(body, built, at: open) ? builtEnd : nil
  }

  /// The index behind the next occurrence.
  private static func find(_ word: [UInt8], in body: [UInt8], from start: Int) -> Int? {
    var index = start
    while let next = body[min(index, body.count)...].firstIndex(of: word[0]) {
      if holds(body, word, at: next) { return next + word.count }
      index = next + 1
    }
    return nil
  }

  /// - Parameter word: in lower case.
  private static func holds(_ body: [UInt8], _ word: [UInt8], at start: Int) -> Bool {
    guard body.count - start >= word.count else { return false }
    for offset in word.indices {
      let byte = body[start + offset]
      let lower = 0x41...0x5A ~= byte ? byte | 0x20 : byte
      if lower != word[offset] { return false }
    }
    return true
  }
}
