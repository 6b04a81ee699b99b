import Foundation

/// The corpora beside the project, which are not part of it: `../shared`, or what ALMANAC_SHARED
/// names.
enum SharedCorpora {
  static let root: String? = {
    let stated = ProcessInfo.processInfo.environment["ALMANAC_SHARED"]
    let here = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = stated ?? here.appending(path: "shared").path
    return FileManager.default.fileExists(atPath: path + "/corpora") ? path + "/corpora" : nil
  }()

  static var isAvailable: Bool { root != nil }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: (root ?? "") + "/" + path)))
  }

  /// Paths below the corpora of the files with that ending, in order.
  static func files(in folder: String, ending: String) -> [String] {
    guard let root, let found = FileManager.default.enumerator(atPath: root + "/" + folder) else {
      return []
    }
    return found.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }
      .map { folder + "/" + $0 }.sorted()
  }
}
