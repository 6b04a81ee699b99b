import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// Reads `projects.ndjson` and `swipes.ndjson` beside the folders of persons.
struct TeamLog {
  private static let projectFile = "projects.ndjson"
  private static let swipeFile = "swipes.ndjson"

  let folder: URL
  let workers: Int

  /// Whether the log exists.
  var isThere: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: Self.projectFile).path)
  }

  /// The state after all lines of the logs, and the mistakes in them. A line with a mistake is ignored.
  func fold(now: Instant) async throws -> (fold: MatchFold, mistakes: [ConfigurationError]) {
    var fold = MatchFold(now: now)
    let projects = try await lines(of: Self.projectFile, Project.init) { fold.add($0) }
    let swipes = try await lines(of: Self.swipeFile, Swipe.init) { fold.add($0) }
    return (fold, projects + swipes)
  }

  private func lines<Record: Sendable>(
    of name: String, _ make: @escaping @Sendable (JSONValue) throws(LogLineError) -> Record,
    _ receive: (Record) -> Void
  ) async throws -> [ConfigurationError] {
    let file = folder.appending(path: name).path
    guard FileManager.default.fileExists(atPath: file) else { return [] }
    let log = LogLines(bytes: try DurableFile.read(path: file), workers: workers)
    return try await log.read(make, receive: receive).map {
      ConfigurationError(file: file, line: $0.line, $0.message)
    }
  }
}
