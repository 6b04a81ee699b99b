import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// Reads `projects.ndjson` and `swipes.ndjson` beside the folders of persons.
struct TeamLog {
  private static let projectFile = "projects.ndjson"
  private static let swipeFile = "swipes.ndjson"
  /// Bytes that a worker reads at once.
  private static let chunk = 1 << 20
  /// Mistakes of one file that are named; a log of another form has one in each line.
  private static let mostMistakes = 20

  let folder: URL
  let workers: Int

  /// Whether there is anything to match.
  var isThere: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: Self.projectFile).path)
  }

  /// What the logs add up to, and the mistakes in them. A line with a mistake counts for nothing.
  func fold(now: Instant) async throws -> (fold: MatchFold, mistakes: [ConfigurationError]) {
    var fold = MatchFold(now: now)
    let projects = try await lines(of: Self.projectFile, Project.init) { fold.add($0) }
    let swipes = try await lines(of: Self.swipeFile, Swipe.init) { fold.add($0) }
    return (fold, projects + swipes)
  }

  private struct Chunk<Record: Sendable>: Sendable {
    var records: [Record] = []
    var mistakes: [(line: Int, message: String)] = []
    var lines = 0
  }

  private func lines<Record: Sendable>(
    of name: String, _ make: @escaping @Sendable (JSONValue) throws(TeamLogError) -> Record,
    _ receive: (Record) -> Void
  ) async throws -> [ConfigurationError] {
    let file = folder.appending(path: name).path
    guard FileManager.default.fileExists(atPath: file) else { return [] }
    let bytes = try DurableFile.read(path: file)
    var mistakes: [ConfigurationError] = []
    var first = 1
    try await OrderedWorkers.run(Self.chunks(of: bytes), width: workers) { range in
      Self.read(bytes[range], make)
    } receive: { chunk in
      chunk.records.forEach(receive)
      for mistake in chunk.mistakes where mistakes.count < Self.mostMistakes {
        mistakes.append(
          ConfigurationError(file: file, line: first + mistake.line, mistake.message))
      }
      first += chunk.lines
    }
    return mistakes
  }

  /// Ranges that end with a line.
  private static func chunks(of bytes: [UInt8]) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var end = min(start + chunk, bytes.count)
      end = bytes[(end - 1)...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
      chunks.append(start..<end)
      start = end
    }
    return chunks
  }

  private static func read<Record: Sendable>(
    _ bytes: ArraySlice<UInt8>, _ make: (JSONValue) throws(TeamLogError) -> Record
  ) -> Chunk<Record> {
    var chunk = Chunk<Record>()
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.endIndex
      let line = bytes[start..<end]
      if line.contains(where: { $0 > 0x20 }) {
        do {
          chunk.records.append(try make(try JSONValue(parsing: Array(line))))
        } catch let error as JSONSyntaxError {
          chunk.mistakes.append((chunk.lines, "is not JSON: \(error.message)"))
        } catch {
          chunk.mistakes.append((chunk.lines, "\(error)"))
        }
      }
      chunk.lines += 1
      start = end + 1
    }
    return chunk
  }
}
