import Foundation

/// Reads a folder of tables as one document.
enum TransitFolder {
  /// Returns a zip archive of the tables in a folder; nil if the path is no folder.
  ///
  /// - Parameter limit: The maximum total size of the tables in bytes.
  static func zip(_ path: String, _ limit: Int) throws -> [UInt8]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    let folder = URL(filePath: path)
    var files: [(name: String, bytes: [UInt8])] = []
    var size = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where [".txt", ".csv", ".geojson"].contains(where: { name.hasSuffix($0) }) {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      size += bytes.count
      guard size <= limit else { throw FetchError.fileTooLarge(path: path, limit: limit) }
      files.append((name, bytes))
    }
    guard !files.isEmpty else { throw FetchError.empty(origin: path) }
    return try ZipArchive.archive(of: files)
  }
}
