import AlmanacModel

/// A log with one JSON object in each line.
struct LogLines {
  /// A line that is ignored.
  struct Mistake: Hashable, Sendable {
    /// One-based.
    var line: Int
    var message: String
  }

  /// Bytes that a worker reads at once.
  private static let chunk = 1 << 20
  /// Maximum number of reported mistakes; a log of another format has one in each line.
  private static let mostMistakes = 20
  /// Bytes of a line; a value in memory takes many times the bytes of its text.
  private static let longestLine = 1 << 16

  private static let lineFeed = UInt8(ascii: "\n")

  let bytes: [UInt8]
  let workers: Int

  /// Reads all lines on all workers.
  ///
  /// - Parameters:
  ///   - make: Makes a record of a line.
  ///   - receive: Gets the records in the order of the lines.
  /// - Returns: The first mistakes.
  func read<Record: Sendable>(
    _ make: @escaping @Sendable (JSONValue) throws(LogLineError) -> Record,
    receive: (Record) -> Void
  ) async throws -> [Mistake] {
    var mistakes: [Mistake] = []
    var first = 0
    try await OrderedWorkers.run(chunks, width: workers) { range in
      Self.lines(bytes[range]).map { Self.line($0, make) }
    } receive: { lines in
      for (index, line) in lines.enumerated() {
        switch line {
        case .blank: break
        case .record(let record): receive(record)
        case .mistake(let message):
          guard mistakes.count < Self.mostMistakes else { break }
          mistakes.append(Mistake(line: first + index + 1, message: message))
        }
      }
      first += lines.count
    }
    return mistakes
  }

  /// Whether a record can be made of any line. Reads no further than to the first such line.
  func hasRecord<Record: Sendable>(
    _ make: (JSONValue) throws(LogLineError) -> Record
  ) -> Bool {
    chunks.contains { range in
      Self.lines(bytes[range]).contains { line in
        if case .record = Self.line(line, make) { true } else { false }
      }
    }
  }

  /// Ranges that end with a line.
  private var chunks: [Range<Int>] {
    var chunks: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let last = min(start + Self.chunk, bytes.count) - 1
      let end = bytes[last...].firstIndex(of: Self.lineFeed).map { $0 + 1 } ?? bytes.count
      chunks.append(start..<end)
      start = end
    }
    return chunks
  }

  private static func lines(_ chunk: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    (chunk.last == lineFeed ? chunk.dropLast() : chunk)
      .split(separator: lineFeed, omittingEmptySubsequences: false)
  }

  private enum Line<Record: Sendable>: Sendable {
    case blank
    case record(Record)
    case mistake(String)
  }

  private static func line<Record: Sendable>(
    _ bytes: ArraySlice<UInt8>, _ make: (JSONValue) throws(LogLineError) -> Record
  ) -> Line<Record> {
    guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { return .blank }
    guard bytes.count <= longestLine else {
      return .mistake("is longer than \(longestLine) bytes")
    }
    do {
      return .record(try make(try JSONValue(parsing: Array(bytes))))
    } catch let error as JSONSyntaxError {
      return .mistake("is not JSON: \(error.message)")
    } catch {
      return .mistake("\(error)")
    }
  }
}
