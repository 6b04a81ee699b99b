import AlmanacFiles
import AlmanacPlan
import AlmanacTime
import Foundation

/// Writes `matches.json` for each person and each project, from the logs of projects and swipes.
struct TeamPlanner {
  static let file = "matches.json"
  /// The folder of the projects' files in the output folder, beside `people`.
  private static let folder = "projects"

  let output: URL
  let now: Instant

  /// Whether an earlier plan wrote files of projects.
  var hasFiles: Bool {
    FileManager.default.fileExists(atPath: output.appending(path: Self.folder).path)
  }

  /// - Parameters:
  ///   - persons: Whose files are written; others may be in the logs.
  ///   - people: The folder of the persons' files.
  /// - Returns: How many matches there are.
  func write(_ fold: MatchFold, persons: [String], people: PrivateFiles) throws -> Int {
    let (projects, matches) = fold.result()
    let byUser = Dictionary(grouping: matches, by: \.user)
    for person in persons {
      try write(person, nil, byUser[person] ?? [], at: "\(person)/\(Self.file)", into: people)
    }
    let target = output.appending(path: Self.folder)
    let files = try PrivateFiles(folder: target)
    let byProject = Dictionary(grouping: matches, by: \.project)
    for (id, project) in projects.sorted(by: { $0.key < $1.key }) {
      try write(id, project, byProject[id] ?? [], at: "\(id)/\(Self.file)", into: files)
    }
    try removeOthers(than: projects, in: target, files)
    return matches.count
  }

  private func write(
    _ id: String, _ project: Project?, _ matches: [Match], at path: String,
    into files: PrivateFiles
  ) throws {
    let last = MatchFile(files.read(path))
    // A person who never matched has no file.
    if project == nil, last == nil, matches.isEmpty { return }
    let file = MatchFile(id: id, project: project, matches: matches, last: last, now: now)
    // A person whose inputs were never valid has no folder yet.
    try files.makeFolder(id)
    try files.write(file.bytes, at: path)
  }

  /// Removes the files of deleted projects; the files of their members have the change `unmatched`.
  private func removeOthers(
    than projects: [String: Project], in target: URL, _ files: PrivateFiles
  ) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: target.path)
    where projects[name] == nil && PrivateID.isValid(name) {
      files.remove([Self.file], inFolder: name)
    }
  }
}
