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
      Self.read(bytes[range], make)
    } receive: { chunk in
      chunk.records.forEach(receive)
      for mistake in chunk.mistakes where mistakes.count < Self.mostMistakes {
        mistakes.append(Mistake(line: first + mistake.line, message: mistake.message))
      }
      first += chunk.lines
    }
    return mistakes
  }

  /// Whether a record can be made of any line. Reads no further than to the first such line.
  func hasRecord<Record: Sendable>(
    _ make: (JSONValue) throws(LogLineError) -> Record
  ) -> Bool {
    chunks.contains { range in
      var start = range.lowerBound
      while start < range.upperBound {
        let end = Self.end(of: start, in: bytes[range])
        if case .record = Self.line(bytes[start..<end], make) { return true }
        start = end + 1
      }
      return false
    }
  }

  private struct Chunk<Record: Sendable>: Sendable {
    var records: [Record] = []
    var mistakes: [Mistake] = []
    var lines = 0
  }

  /// Ranges that end with a line.
  private var chunks: [Range<Int>] {
    var chunks: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.chunk, bytes.count)
      chunks.append(start..<min(Self.end(of: end - 1, in: bytes[...]) + 1, bytes.count))
      start = chunks[chunks.count - 1].upperBound
    }
    return chunks
  }

  /// Where the line that has a position ends.
  private static func end(of position: Int, in bytes: ArraySlice<UInt8>) -> Int {
    bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
  }

  private static func read<Record: Sendable>(
    _ bytes: ArraySlice<UInt8>, _ make: (JSONValue) throws(LogLineError) -> Record
  ) -> Chunk<Record> {
    var chunk = Chunk<Record>()
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = end(of: start, in: bytes)
      chunk.lines += 1
      switch line(bytes[start..<end], make) {
      case .blank: break
      case .record(let record): chunk.records.append(record)
      case .mistake(let message):
        chunk.mistakes.append(Mistake(line: chunk.lines, message: message))
      }
      start = end + 1
    }
    return chunk
  }

  private enum Line<Record> {
    case blank
    case record(Record)
    case mistake(String)
  }

  private static func line<Record>(
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
