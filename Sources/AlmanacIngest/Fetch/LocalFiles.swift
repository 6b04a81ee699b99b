import Foundation

/// Reads local sources: a file, or the files of a folder as one document.
enum LocalFiles {
  /// The bytes of a regular file.
  ///
  /// - Throws: `FetchError.notAFile`, `.fileTooLarge`; other errors mean that it cannot be read.
  static func bytes(_ path: String, _ limit: Int) throws -> [UInt8] {
    let url = URL(filePath: path)
    let values = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
    guard values.isRegularFile == true else { throw FetchError.notAFile(path: path) }
    guard values.fileSize ?? 0 <= limit else {
      throw FetchError.fileTooLarge(path: path, limit: limit)
    }
    return [UInt8](try Data(contentsOf: url))
  }

  /// The files of a folder with one of the extensions, in the order of their names; nil if the path
  /// is not a folder.
  ///
  /// - Parameter limit: The maximum size in bytes of all files together.
  static func folder(
    _ path: String, _ limit: Int, extensions: [String]
  ) throws -> [(name: String, bytes: [UInt8])]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    var files: [(name: String, bytes: [UInt8])] = []
    var size = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where extensions.contains(where: { name.hasSuffix("." + $0) }) {
      files.append((name, try bytes(path + "/" + name, limit)))
      size += files[files.count - 1].bytes.count
      guard size <= limit else { throw FetchError.fileTooLarge(path: path, limit: limit) }
    }
    return files
  }

  /// A zip archive of the tables in a folder; nil if the path is not a folder.
  static func tables(_ path: String, _ limit: Int) throws -> [UInt8]? {
    guard let files = try folder(path, limit, extensions: ["txt", "csv", "geojson"]) else {
      return nil
    }
    guard !files.isEmpty else { throw FetchError.empty(origin: path) }
    return try ZipArchive.archive(of: files)
  }

  /// The lines of the logs in a folder; nil if the path is not a folder.
  static func lines(_ path: String, _ limit: Int) throws -> [UInt8]? {
    guard let files = try folder(path, limit, extensions: ["ndjson", "jsonl"]) else { return nil }
    var lines: [UInt8] = []
    for file in files {
      lines += file.bytes
      // The last line of a file may lack its end.
      if let last = lines.last, last != UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\n")) }
    }
    guard !lines.isEmpty else { throw FetchError.empty(origin: path) }
    return lines
  }
}
