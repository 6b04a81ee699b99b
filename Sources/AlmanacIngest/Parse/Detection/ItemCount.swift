import AlmanacFiles
import AlmanacModel
import Glibc

/// Counts the items of a document before they are read: an item takes memory, however little there
/// is in it, and nobody's calendar has a million.
///
/// Only ever counts what stands there: a document that hides items, in another encoding or behind
/// folded lines, is found out by its reader.
enum ItemCount {
  /// Whether a feed may have one item more than those that were read of it; its reader asks before
  /// each. That a feed is long is found out when most of what may be is read, so that others are not
  /// looked through for it.
  static func admit(
    _ count: Int, of bytes: DocumentBytes, _ context: ReadingContext
  ) throws(FeedRefusal) {
    let limit = context.limits.entries
    let most = limit / 4 * 3
    guard count >= most else { return }
    let isTooMany =
      count >= limit || (count == most && holds(moreThan: limit, of: names(context), bytes))
    if isTooMany { throw .tooManyItems(limit: limit) }
  }

  /// The refusal of a document that holds more items than may be; nil for all others.
  static func refusal(
    of bytes: DocumentBytes, as format: FeedFormat, _ context: ReadingContext
  ) -> ParsedFeed? {
    let limit = context.limits.entries
    // "<item/>" is the shortest.
    guard bytes.count / 7 > limit else { return nil }
    let isTooMany =
      switch format {
      case .rss, .rss1, .rss09x, .atom, .xml: holds(moreThan: limit, of: names(context), bytes)
      case .icalendar: holdsEvents(moreThan: limit, bytes)
      case .jsonfeed, .jsonld, .html, .json, .csv: false
      }
    guard isTooMany else { return nil }
    let refusal = FeedRefusal.tooManyItems(limit: limit)
    return .refused(refusal.code, refusal.description, format: format)
  }

  /// Of elements, in lower case, without prefix.
  private static func names(_ context: ReadingContext) -> [[UInt8]] {
    let mapped = context.mapping.flatMap { $0.item.split(separator: "/").last }
    let name = mapped?.split(separator: ":").last.map { $0.lowercased() }
    return (["item", "entry"] + [name].compactMap(\.self)).map { Array($0.utf8) }
  }

  private static func holds(moreThan limit: Int, of names: [[UInt8]], _ bytes: DocumentBytes)
    -> Bool
  {
    var count = 0
    var pass = DocumentPass(bytes)
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while let tag = next(UInt8(ascii: "<"), bytes, from: index) {
        index = tag + 1
        pass.move(to: tag)
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { continue }
        if starts(bytes, index, with: "!--") {
          index = end(of: "-->", bytes, from: index + 3)
        } else if starts(bytes, index, with: "![cdata[") {
          index = end(of: "]]>", bytes, from: index + 8)
        } else {
          let name = localName(at: index, bytes)
          if names.contains(where: {
            $0.count == name.count && starts(bytes, name.lowerBound, with: $0)
          }) {
            count += 1
            if count > limit { return true }
          }
        }
      }
      return false
    }
  }

  /// The name of a start tag behind any prefix, where it ends as names do; else nothing.
  private static func localName(
    at start: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var first = start
    var end = start
    while end < bytes.count, end - start < 64 {
      let byte = bytes[end]
      if byte == UInt8(ascii: ":"), first == start {
        first = end + 1
      } else if byte.isSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
        return first..<end
      }
      end += 1
    }
    return start..<start
  }

  private static func holdsEvents(moreThan limit: Int, _ bytes: DocumentBytes) -> Bool {
    var count = 0
    var pass = DocumentPass(bytes)
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while let sign = next(UInt8(ascii: ":"), bytes, from: index) {
        index = sign + 1
        pass.move(to: max(0, sign - 5))
        guard starts(bytes, index, with: "vevent") || starts(bytes, index, with: "vtodo"),
          sign >= 5, starts(bytes, sign - 5, with: "begin")
        else { continue }
        count += 1
        if count > limit { return true }
      }
      return false
    }
  }

  private static func end(
    of sign: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = min(start, bytes.count)
    while let found = next(sign.utf8Start[0], bytes, from: index) {
      if starts(bytes, found, with: sign) { return found + sign.utf8CodeUnitCount }
      index = found + 1
    }
    return bytes.count
  }

  private static func next(
    _ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// - Parameter text: in lower case.
  private static func starts(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, with text: StaticString
  ) -> Bool {
    text.withUTF8Buffer { starts(bytes, index, with: $0) }
  }

  private static func starts(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, with text: some Collection<UInt8>
  ) -> Bool {
    guard index >= 0, index + text.count <= bytes.count else { return false }
    return zip(bytes[index...], text).allSatisfy { $0.lowercased == $1 }
  }
}
