/// The unfolded content lines of a calendar (RFC 5545, section 3.1).
///
/// Works on bytes, because some programs, such as LiveWhale, fold inside UTF-8 sequences. CRLF, LF
/// and CR end a line. Empty lines are skipped, so that folding survives doubled line ends.
struct UnfoldedLines {
  struct Line {
    /// A slice of the document if the line was not folded, else a copy.
    var bytes: ArraySlice<UInt8>
    /// The one-based number of its first physical line.
    let number: Int
    let isASCII: Bool
  }

  private let document: [UInt8]
  private(set) var position: Int
  private var lineNumber = 1
  /// The next LF and CR at or after the position, cached.
  private var nextLF = -1
  private var nextCR = -1

  /// Skips byte order marks, of which joined files contain several, and white space: the first line
  /// continues none.
  init(_ document: [UInt8]) {
    self.document = document
    position = 0
    while document.count >= position + 3, document[position] == 0xEF,
      document[position + 1] == 0xBB, document[position + 2] == 0xBF
    {
      position += 3
    }
    skipLineEnds()
    while isContinuation {
      position += 1
      skipLineEnds()
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
      // A folded line usually has a few more parts.
      unfolded.reserveCapacity(first.count * 4)
      unfolded.append(contentsOf: bytes)
      while isContinuation {
        position += 1
        if QuotedPrintable.continues(unfolded[...]) { unfolded.removeLast() }
        unfolded.append(contentsOf: document[physicalLine()])
        skipLineEnds()
      }
      bytes = unfolded[...]
    }
    while QuotedPrintable.continues(bytes), position < document.count {
      bytes.removeLast()
      bytes.append(contentsOf: document[physicalLine()])
      skipLineEnds()
    }
    return Line(bytes: bytes, number: number, isASCII: bytes.isASCII)
  }

  /// The next line whose first byte matches; other lines are skipped without unfolding.
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

  /// Reads up to the next line end, which is not consumed.
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
