/// The content lines of a calendar, unfolded (RFC 5545 section 3.1).
///
/// Works on bytes, because writers fold in the middle of UTF-8 sequences (LiveWhale). CRLF, LF and
/// CR end a line in any mixture; empty lines count for nothing, so that a fold survives a doubled
/// line end.
struct UnfoldedLines {
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
  /// Where the next LF and CR are, if they are not before the position.
  private var nextLF = -1
  private var nextCR = -1

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
    let first = physicalLine()
    skipLineEnds()
    var bytes = document[first]
    if isContinuation {
      var unfolded: [UInt8] = []
      // A folded line has a few more such parts as a rule.
      unfolded.reserveCapacity(first.count * 4)
      unfolded.append(contentsOf: bytes)
      while isContinuation {
        position += 1
        unfolded.append(contentsOf: document[physicalLine()])
        skipLineEnds()
      }
      bytes = unfolded[...]
    }
    return Line(bytes: bytes, number: number, isASCII: bytes.isASCII)
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

  private var isContinuation: Bool {
    position < document.count && (document[position] == 0x20 || document[position] == 0x09)
  }

  /// Up to the next line end, which stays.
  private mutating func physicalLine() -> Range<Int> {
    let start = position
    if nextLF < start { nextLF = document.firstIndex(of: 0x0A, from: start) ?? document.count }
    if nextCR < start { nextCR = document.firstIndex(of: 0x0D, from: start) ?? document.count }
    position = min(nextLF, nextCR)
    return start..<position
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
