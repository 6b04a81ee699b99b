import Crypto
import Foundation

/// Hashes a document without the timestamps that its server creates for each request.
///
/// It ignores DTSTAMP in calendars (RFC 5545 section 3.8.7.2: without METHOD it is the time at
/// which the file was created), RSS's `lastBuildDate`, and XML comments, in which caches write the
/// time.
enum ContentFingerprint {
  /// Lower-case hex SHA-256; nil if the document has no such timestamps, so that its bytes suffice.
  ///
  /// - Complexity: O(bytes).
  static func digest(of body: [UInt8]) -> String? {
    guard let stamps = stamps(of: body), !stamps.isEmpty else { return nil }
    var hasher = SHA256()
    var start = 0
    for stamp in stamps {
      hasher.update(data: body[start..<stamp.lowerBound])
      start = stamp.upperBound
    }
    hasher.update(data: body[start...])
    return HexDigits.text(of: hasher.finalize())
  }

  /// The ranges to ignore, ascending; nil for other formats.
  private static func stamps(of body: [UInt8]) -> [Range<Int>]? {
    let start = body.firstIndex { $0 > 0x20 && $0 < 0x80 } ?? 0
    if matches(calendar, in: body, at: start) { return calendarStamps(of: body) }
    if start < body.count, body[start] == UInt8(ascii: "<") { return documentStamps(of: body) }
    return nil
  }

  private static let calendar = Array("begin:vcalendar".utf8)
  private static let stamp = Array("dtstamp".utf8)
  private static let comment = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let built = Array("<lastbuilddate>".utf8)
  private static let builtEnd = Array("</lastbuilddate>".utf8)

  /// Lines end with LF. In the rare files with CR alone, no timestamp is found.
  private static func calendarStamps(of body: [UInt8]) -> [Range<Int>] {
    var stamps: [Range<Int>] = []
    var line = 0
    while body.count - line > stamp.count {
      let end = body.firstIndex(of: 0x0A, from: line) ?? body.count
      if isStamp(body, from: line, to: end) { stamps.append(line..<end) }
      line = end + 1
    }
    return stamps
  }

  private static func isStamp(_ body: [UInt8], from line: Int, to end: Int) -> Bool {
    let name = line + stamp.count
    return matches(stamp, in: body, at: line) && name < end
      && (body[name] == UInt8(ascii: ":") || body[name] == UInt8(ascii: ";"))
  }

  private static func documentStamps(of body: [UInt8]) -> [Range<Int>] {
    var stamps: [Range<Int>] = []
    var index = 0
    while let open = body.firstIndex(of: UInt8(ascii: "<"), from: index) {
      guard let terminator = terminator(of: body, at: open) else {
        index = open + 1
        continue
      }
      // Stop at the first unterminated comment: searching on would take quadratic time.
      guard let end = body.firstIndex(ofLowercase: terminator, from: open + comment.count) else {
        break
      }
      index = end + terminator.count
      stamps.append(open..<index)
    }
    return stamps
  }

  /// The text that terminates the comment or element at an index; nil for anything else.
  private static func terminator(of body: [UInt8], at open: Int) -> [UInt8]? {
    if matches(comment, in: body, at: open) { return commentEnd }
    return matches(built, in: body, at: open) ? builtEnd : nil
  }

  /// Whether the bytes from an index on are a word, in any case.
  ///
  /// - Parameter word: In lower case.
  private static func matches(_ word: [UInt8], in body: [UInt8], at start: Int) -> Bool {
    start <= body.count && body[start...].starts(withLowercase: word)
  }
}
