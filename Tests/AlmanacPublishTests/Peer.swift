import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Runs third-party programs, at most two at once. A test that waits for one leaves its thread to others.
enum Peer {
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    return queue
  }()

  static var python: String? {
    let folder = ProcessInfo.processInfo.environment["ALMANAC_PEERS"]
    return folder.map { $0 + "/bin/python" }.flatMap {
      FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil
    }
  }

  /// The library of SQLite 3.36, which is loaded before the system's.
  static let oldSQLite: String? = {
    guard let folder = ProcessInfo.processInfo.environment["ALMANAC_PEERS"] else { return nil }
    let libraries = folder + "/old/pysqlite3_binary.libs"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    return names.first { $0.hasPrefix("libsqlite3") }.map { "\(libraries)/\($0)" }
  }()

  /// Debian's Python, which has Debian's modules.
  static let systemPython = "/usr/bin/python3"

  static let hasLibical: Bool = {
    let script = "import gi; gi.require_version('ICalGLib', '3.0')"
    return (try? wait(systemPython, ["-c", script]))?.status == 0
  }()

  /// Whether the virtual environment has a module.
  static func has(_ module: String) -> Bool {
    guard let python else { return false }
    let library = URL(filePath: python).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    return versions.contains { version in
      FileManager.default.fileExists(
        atPath: library.appending(path: "\(version)/site-packages/\(module)").path)
        || FileManager.default.fileExists(
          atPath: library.appending(path: "\(version)/site-packages/\(module).py").path)
    }
  }

  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// Starts a program. The returned handle reads both outputs.
  private static func start(
    _ program: String, _ arguments: [String]
  ) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  /// The output of a program that doesn't end by itself, up to `mark` or for two minutes.
  static func run(
    _ program: String, _ arguments: [String], until mark: String
  ) async throws -> String {
    try await queued { try wait(program, arguments, until: mark) }
  }

  /// The exit status of a program and both its outputs.
  static func run(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32, text: String) {
    try await queued { try wait(program, arguments) }
  }

  private static func queued<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result(catching: body)) }
    }
  }

  private static func wait(
    _ program: String, _ arguments: [String], until mark: String
  ) throws -> String {
    let (process, output) = try start(program, arguments)
    // Test threads block SIGTERM and child processes inherit that, so use SIGKILL.
    let end = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: end)
    var data = Data()
    var searched = 0
    while case let chunk = output.availableData, !chunk.isEmpty {
      data.append(chunk)
      if data[searched...].firstRange(of: Data(mark.utf8)) != nil { break }
      searched = max(0, data.count - mark.utf8.count)
    }
    end.cancel()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private static func wait(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, text: String) {
    let (process, output) = try start(program, arguments)
    let data = try output.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
