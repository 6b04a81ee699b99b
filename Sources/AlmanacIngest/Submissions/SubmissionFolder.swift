import Foundation

/// Reads the log of submissions at a path: a file, or a folder of files.
enum SubmissionFolder {
  /// The `.ndjson`, `.jsonl` and `.csv` files of a folder in the order of their names, or one file
  /// without a name. A log may be empty.
  ///
  /// - Parameter limit: Bytes that they may have together.
  static func files(_ path: String, _ limit: Int) throws -> [(name: String?, bytes: [UInt8])] {
    let url = URL(filePath: path)
    let values = try url.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
    guard values.isDirectory == true else {
      guard values.isRegularFile == true else { throw FetchError.notAFile(path: path) }
      return [(nil, try bytes(of: url, limit))]
    }
    var files: [(name: String?, bytes: [UInt8])] = []
    var left = limit
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where [".ndjson", ".jsonl", ".csv"].contains(where: { name.hasSuffix($0) }) {
      let bytes = try bytes(of: url.appending(path: name), left)
      left -= bytes.count
      files.append((name, bytes))
    }
    return files
  }

  private static func bytes(of url: URL, _ limit: Int) throws -> [UInt8] {
    let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    guard size <= limit else { throw FetchError.fileTooLarge(path: url.path, limit: limit) }
    return [UInt8](try Data(contentsOf: url))
  }
}
