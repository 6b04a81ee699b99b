import Foundation

/// Makes one document of a folder of logs.
enum LogFolder {
  /// The lines of all `.ndjson` and `.jsonl` files of a folder, in the order of their names; nil if
  /// the path is no folder.
  ///
  /// - Parameter limit: Bytes that the files may have together.
  static func lines(_ path: String, _ limit: Int) throws -> [UInt8]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    var lines: [UInt8] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") {
      lines += try Data(contentsOf: URL(filePath: path).appending(path: name))
      guard lines.count <= limit else { throw FetchError.fileTooLarge(path: path, limit: limit) }
      // The last line of a file may lack its end.
      if let last = lines.last, last != UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\n")) }
    }
    guard !lines.isEmpty else { throw FetchError.empty(origin: path) }
    return lines
  }
}
