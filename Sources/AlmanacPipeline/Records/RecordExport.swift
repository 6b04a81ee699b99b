import AlmanacModel
import AlmanacPublish
import AlmanacRecords
import AlmanacRefine
import AlmanacStore
import Foundation

/// Writes what a stage left, or what another one needs, as records.
struct RecordExport {
  let context: RunContext

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
    for source in context.sources(of: campus) where source.kind == .transit {
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
