import AlmanacTestSupport
import Foundation

/// The executable, called in a folder of the test's own as an operator would.
struct ProgramFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  init(_ folder: TemporaryFolder) { self.folder = folder }

  @discardableResult
  func almanac(_ arguments: String...) throws -> Program.Answer {
    try Program.run(Program.almanac, arguments, in: folder.url)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appending(path: path).path)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  /// A campus as 'almanac init' makes it, with five places.
  static func campus() throws -> ProgramFolder {
    let work = try ProgramFolder()
    try work.almanac(
      "init", "--id", "hill", "--name", "Hill", "--timezone", "Asia/Singapore", "--point",
      "1.3,103.77")
    let path = "config/gazetteer/hill.geojson"
    let places = ["Great Hall", "Hill Library", "Arts Centre", "Town Green", "Science Block"]
      .enumerated().map { index, name in
        let id = name.lowercased().replacingOccurrences(of: " ", with: "-")
        return """
          {"type":"Feature","id":"\(id)","geometry":{"type":"Point","coordinates":[103.77\(index),1.30\(index)]},
           "properties":{"name":"\(name)","category":"Places"}}
          """
      }
    try work.folder.write(
      try work.text(path).replacingOccurrences(
        of: "\"features\":[\n]", with: "\"features\":[\(places.joined(separator: ","))\n]"),
      to: path)
    return work
  }

  static let now = "2026-03-02T12:00:00Z"

  /// One JSON object of an answer.
  static func object(_ text: some StringProtocol) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}
