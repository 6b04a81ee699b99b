public import Foundation

/// Corpora outside the project: `../shared` beside the package, or the folder in `ALMANAC_SHARED`.
public enum SharedFiles {
  public static let absent = "the shared corpora are not on this machine"

  public static func url(_ path: String) -> URL {
    let root =
      ProcessInfo.processInfo.environment["ALMANAC_SHARED"].map { URL(filePath: $0) }
      ?? ProjectFiles.root.deletingLastPathComponent().appending(path: "shared")
    return root.appending(path: path)
  }

  public static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }

  /// Sorted paths of the files in a folder with that suffix; none if the folder is missing.
  public static func files(in folder: String, ending: String) -> [String] {
    guard let found = FileManager.default.enumerator(atPath: url(folder).path) else { return [] }
    return found.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }
      .map { folder + "/" + $0 }.sorted()
  }
}

/// The files of the project.
public enum ProjectFiles {
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().standardizedFileURL

  public static func url(_ path: String) -> URL { root.appending(path: path) }

  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}

/// A temporary folder, which is deleted with this object.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and creates its folders.
  public func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The bytes of every file in the folder by relative path. Follows links.
  public func contents(of path: String) throws -> [String: [UInt8]] {
    let top = url.appending(path: path).resolvingSymlinksInPath()
    var found: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: top.path) {
      var isFolder: ObjCBool = false
      let file = top.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      found[name] = [UInt8](try Data(contentsOf: file))
    }
    return found
  }
}
