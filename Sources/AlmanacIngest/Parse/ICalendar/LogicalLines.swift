/// The content lines of a calendar, unfolded (RFC 5545 section 3.1).
///
/// Works on bytes, because writers fold in the middle of UTF-8 sequences (LiveWhale). CRLF, LF and
/// CR end a line in any mixture; empty lines count for nothing, so that a fold survives a doubled
/// line end.
struct LogicalLines {
  struct Line {
    /// A part of the document where nothing was folded, else a copy.
    var bytes: ArraySlice<UInt8>
    /// One-based number of the physical line on which it begins.
    let number: Int
    let isASCII: Bool
  }

  private let document: [UInt8]
  private var position: Int
  private var lineNumber = 1

  /// Skips a byte order mark, and a second one (seen where files were joined).
  init(_ document: [UInt8]) {
    self.document = document
    position = 0
    while document.count >= position + 3, document[position] == 0xEF,
      document[position + 1] == 0xBB, document[position + 2] == 0xBF
    {
      position += 3
    }
  }

  mutating func next() -> Line? {
    skipLineEnds()
    guard position < document.count else { return nil }
    let number = lineNumber
    let (first, isASCII) = physicalLine()
    skipLineEnds()
    guard isContinuation else {
      return Line(bytes: document[first], number: number, isASCII: isASCII)
    }
    return unfolded(first, number: number, isASCII: isASCII)
  }

  /// The next line whose first byte is wanted; others are passed over without unfolding them.
  mutating func next(beginningWith isWanted: (UInt8) -> Bool) -> Line? {
    while true {
      skipLineEnds()
      guard position < document.count else { return nil }
      if isWanted(document[position]) { return next() }
      repeat {
        _ = physicalLine()
        skipLineEnds()
      } while isContinuation
    }
  }

  private mutating func unfolded(_ first: Range<Int>, number: Int, isASCII: Bool) -> Line {
    var isASCII = isASCII
    var unfolded: [UInt8] = []
    // A folded line has a few more such parts as a rule.
    unfolded.reserveCapacity(first.count * 4)
    unfolded.append(contentsOf: document[first])
    while isContinuation {
      position += 1
      let (part, isPartASCII) = physicalLine()
      isASCII = isASCII && isPartASCII
      unfolded.append(contentsOf: document[part])
      skipLineEnds()
    }
    return Line(bytes: unfolded[...], number: number, isASCII: isASCII)
  }

  private var isContinuation: Bool {
    position < document.count && (document[position] == 0x20 || document[position] == 0x09)
  }

  /// Up to the next line end, which stays.
  private mutating func physicalLine() -> (range: Range<Int>, isASCII: Bool) {
    let start = position
    var seen: UInt8 = 0
    while position < document.count, document[position] != 0x0A, document[position] != 0x0D {
      seen |= document[position]
      position += 1
    }
    return (start..<position, seen < 0x80)
  }

  private mutating func skipLineEnds() {
    while position < document.count {
      switch document[position] {
      case 0x0A:
        position += 1
        lineNumber += 1
      case 0x0D:
        position += 1
        if position < document.count, document[position] == 0x0A { position += 1 }
        lineNumber += 1
      default: return
      }
    }
  }
}
