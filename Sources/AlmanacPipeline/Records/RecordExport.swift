import AlmanacFiles
import AlmanacModel
import AlmanacPublish
import AlmanacRecords
import AlmanacRefine
public import AlmanacStore
public import Foundation
public import Logging

/// Writes what a stage left, or what another one needs, as records: `almanac export`.
public struct RecordExport {
  let context: RunContext

  /// Writes a set of records of every campus.
  ///
  /// - Parameters:
  ///   - folder: Gets a file for each campus, complete or not at all; nil for `write`.
  ///   - write: Receives whole lines, in chunks.
  /// - Throws: `RunError.locked` while a run changes the workspace; `FileError`.
  public static func run(
    _ set: RecordSet, _ options: RunOptions, into folder: URL?, log: Logger,
    writing write: ([UInt8]) throws -> Void
  ) async throws {
    let preparation = try RunPreparation(options)
    defer { withExtendedLifetime(preparation.lock) {} }
    let export = RecordExport(context: preparation.context(log: log))
    for campus in export.context.campuses {
      if set == .identities {
        try DeduplicateStep(context: export.context).restoreIdentities(of: campus.campus)
      }
      if let folder {
        try await export.write(set, of: campus, into: folder)
      } else {
        try await export.write(set, of: campus, to: write)
      }
    }
  }

  private func write(
    _ set: RecordSet, of campus: Settings.CampusSettings, into folder: URL
  ) async throws {
    try DurableFile.makeFolder(folder)
    let file = folder.appending(path: "\(campus.campus.id).ndjson")
    let temporary = folder.appending(path: DurableFile.temporaryPrefix + file.lastPathComponent)
    unlink(temporary.path)
    try await write(set, of: campus) { try DurableFile.append($0, to: temporary) }
    try DurableFile.flush(file: temporary)
    guard rename(temporary.path, file.path) == 0 else {
      throw FileError(path: file.path, code: errno)
    }
  }

  /// Writes the records of a campus. The first one names the campus, which may have no others.
  ///
  /// - Parameter write: Receives whole lines, in chunks.
  func write(
    _ set: RecordSet, of campus: Settings.CampusSettings, to write: ([UInt8]) throws -> Void
  ) async throws {
    let id = campus.campus.id
    var json = JSONWriter()
    json.beginRecord("campus", campus: id)
    json.endObject()
    json.endLine()
    if set == .venues {
      let questions = try await GeocodeStep(context: context).questions(
        of: campus.campus, GazetteerMatcher(campus.gazetteer))
      try append(questions, of: id, to: &json)
    }
    if set == .parse { try appendTransit(of: campus.campus, to: &json) }
    try write(json.bytes)
    let scope = RecordScope(
      campus: id, sources: context.sources(of: campus.campus).map(\.id),
      settings: set == .sources
        ? [Settings.definitions] : [DeduplicateStep.setting(of: campus.campus)])
    try context.workspace.exportRecords(set, of: scope, to: write)
  }

  private func append(
    _ questions: VenueQuestions, of campus: String, to json: inout JSONWriter
  ) throws {
    for query in questions.queries {
      json.beginRecord("venue", campus: campus)
      if let point = query.coordinate, questions.placeholders.contains(point) {
        json.member("placeholder", true)
      }
      json.key("query")
      json.raw(try RecordCoding.text(of: query))
      json.endObject()
      json.endLine()
    }
  }

  /// The last good documents of transit sources: `enrich` reads them.
  private func appendTransit(of campus: Campus, to json: inout JSONWriter) throws {
    for source in context.settings.sources(.transit, of: campus) {
      guard let sha256 = try context.workspace.stageRecord(.parse, key: source.id)?.capture else {
        continue
      }
      let body = try context.workspace.bodies.body(sha256: sha256)
      json.beginRecord("body", campus: campus.id)
      json.member("sha256", sha256)
      json.member("base64", Data(body).base64EncodedString())
      json.endObject()
      json.endLine()
    }
  }
}
