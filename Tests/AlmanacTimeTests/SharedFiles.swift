import Foundation

/// The corpora that are measured against but are no part of the project: `../shared` beside the
/// package, or the directory that `ALMANAC_SHARED` names.
enum SharedFiles {
  static let recurrenceCases = "corpora/conformance/rrule/cases.jsonl"
  static let absent = "the shared corpora are not on this machine"

  static func url(_ path: String) -> URL {
    let root =
      ProcessInfo.processInfo.environment["ALMANAC_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared").standardized
    return root.appendingPathComponent(path)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }
}
