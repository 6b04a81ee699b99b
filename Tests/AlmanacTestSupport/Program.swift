public import Foundation

/// Runs programs in tests.
public enum Program {
  public struct Answer: Sendable {
    public var code: Int32
    public var output: String
    public var errors: String
  }

  /// The executable for end-to-end tests: the release build in `ALMANAC_EXECUTABLE`, as set by
  /// `make test`, or by default the debug build.
  public static var almanac: URL {
    if let path = ProcessInfo.processInfo.environment["ALMANAC_EXECUTABLE"] {
      return URL(filePath: path)
    }
    return debugBuild
  }

  /// The executable of the debug build.
  public static var debugBuild: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "almanac")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
    }
    return ProjectFiles.url(".build/debug/almanac")
  }

  /// The program with that name in one of the system's folders; nil if it is not installed.
  public static func installed(_ name: String) -> URL? {
    ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"].lazy
      .map { URL(filePath: $0).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program until it exits.
  ///
  /// - Parameter folder: The working directory; by default the project's folder.
  public static func run(
    _ executable: URL, _ arguments: [String], input: String = "", in folder: URL? = nil
  ) throws -> Answer {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? ProjectFiles.root
    let files = try TemporaryFolder()
    try files.write(input, to: "in")
    for name in ["out", "err"] { try files.write("", to: name) }
    process.standardInput = try FileHandle(forReadingFrom: files.url.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: files.url.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: files.url.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      try String(contentsOf: files.url.appending(path: name), encoding: .utf8)
    }
    return Answer(
      code: process.terminationStatus, output: try text("out"), errors: try text("err"))
  }
}
