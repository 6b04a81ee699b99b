import AlmanacModel
import AlmanacRefine
import AlmanacStore
import Foundation

/// Files of records that replace results in the workspace, all of them or none.
struct RecordParts {
  let context: RunContext

  /// The results in parts that a stage can begin with, and the records that they consist of.
  private static let results: [StageName: (stages: [StageName], records: Set<String>)] = [
    .parse: (
      [.parse],
      [
        "stageRecord", "finding", "sourceState", "request", "capture", "body", "forecast",
        "listing",
      ]
    ),
    .publish: (
      [.geocode, .deduplicate, .categorize, .enrich],
      [
        "setting", "stageRecord", "finding", "placement", "identity", "identityListing", "snapshot",
        "doubtfulPair", "event", "unmapped", "categorization", "travel", "weather",
      ]
    ),
  ]

  /// Reads the parts that the options name. The findings of their stages become findings of the run.
  ///
  /// - Throws: `InputError`; `RunError.incompleteParts` or `.outdatedParts`; errors of the disk.
  func adopt(for stage: StageName, into report: inout RunReport) async throws {
    guard !context.options.records.isEmpty, let (stages, names) = Self.results[stage] else {
      return
    }
    report.findings += try await Rehearsal.run(context.options, isEmpty: true) { options in
      let part = try Workspace(folder: OutputFolder(url: options.output).workspaceFolder)
      var records = try RecordImport(into: part, only: names)
      for file in try Self.files(in: context.options.records) {
        try context.checkInterruption()
        try Self.read(file, into: &records)
      }
      if stage == .publish {
        try check(part)
        try Self.mergeUnmappedWords(in: part)
      }
      for digest in try part.bodies.digests() {
        try context.workspace.bodies.store(try part.bodies.body(sha256: digest), sha256: digest)
      }
      try context.workspace.adopt(stages, from: part)
      return try records.findings
        + stages.flatMap { try part.ledger(of: $0).sorted { $0.key < $1.key } }
        .flatMap(\.value.findings)
    }
  }

  /// Replaces the findings about words, of which each part has its own, by one for each word.
  private static func mergeUnmappedWords(in part: Workspace) throws {
    for (campus, var record) in try part.ledger(of: .categorize) {
      record.findings.removeAll { $0.code == "W_CATEGORY_UNMAPPED" }
      try part.saveCategorizations([], renewing: [], campus: campus, record: record) {
        Categorizer.findings(unknown: [], unmapped: $0)
      }
    }
  }

  private static func read(_ file: URL, into records: inout RecordImport) throws {
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      try records.add(file: file.lastPathComponent) {
        let bytes = try handle.read(upToCount: 1 << 22) ?? Data()
        return bytes.isEmpty ? nil : Array(bytes)
      }
    } catch let error as CocoaError {
      throw InputError(file.path, error)
    }
  }

  /// The given files, and those of the given folders by name. What is unfinished has another extension.
  private static func files(in parts: [URL]) throws -> [URL] {
    try parts.flatMap { part in
      guard Self.isFolder(part) else { return [part] }
      return try FileManager.default.contentsOfDirectory(
        at: part, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "ndjson" }.sorted { $0.path < $1.path }
    }
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Events without all of their later results, or of other listings than this workspace has, make no
  /// edition.
  private func check(_ part: Workspace) throws {
    if let (campus, stage) = try part.incompleteCampuses().first {
      throw RunError.incompleteParts(campus: campus, stage: stage)
    }
    for campus in context.settings.campuses.map(\.campus) {
      guard let refined = try part.stageRecord(.deduplicate, key: campus.id) else { continue }
      let sources = context.sources(of: campus).filter { $0.kind == .events }
      guard try refined.capture == SourceCaptures(of: sources, in: context.workspace).text else {
        throw RunError.outdatedParts(campus: campus.id)
      }
    }
  }
}
