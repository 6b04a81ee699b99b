import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime

/// The last good documents of a source: one, or those of a weather source's requests.
struct SourceDocuments {
  private struct Part {
    /// nil for the document of a source that is one.
    var question: ForecastRequest?
    var capture: Capture

    var request: String { question?.key ?? "" }
  }

  private let source: Source
  private let workspace: Workspace
  /// The planned requests in their order, then retired ones that replace missing answers.
  private var parts: [Part] = []

  /// - Parameter current: the last good capture of a source that is one document.
  init(of source: Source, current: Capture?, in workspace: Workspace) throws {
    self.source = source
    self.workspace = workspace
    let requests = source.kind == .weather ? try workspace.requests(of: source.id) : []
    if requests.isEmpty, let current { parts.append(Part(question: nil, capture: current)) }
    for question in requests.map(\.request) {
      if let capture = try workspace.currentCapture(of: source.id, request: question.key) {
        parts.append(Part(question: question, capture: capture))
      }
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  func combine(into fingerprint: inout Fingerprint) {
    for part in parts {
      fingerprint.combine(part.request)
      fingerprint.combine(part.capture.sha256)
      fingerprint.combine(part.capture.contentType ?? "")
      fingerprint.combine(part.capture.contentLanguage ?? "")
      fingerprint.combine(part.capture.contentLocation ?? "")
      if let next = part.capture.nextPage { fingerprint.combine("next \(next)") }
      for page in part.capture.pages ?? [] {
        fingerprint.combine("\(page.byteCount) \(page.address)")
      }
      fingerprint.combine(part.capture.origin)
    }
  }

  /// Parses each document. If one is rejected, the last data of its request stays. The source is rejected
  /// only if no document can be read.
  ///
  /// - Parameters:
  ///   - limit: Bytes that the tables of a transit feed may unpack to.
  ///   - now: The run time.
  func parse(
    by parser: Parser, campusTimezone: String, limit: Int, now: Instant
  ) async throws -> ParsedDocuments {
    var parsed = ParsedDocuments(captures: parts.map(\.capture.sha256))
    var refusals: [(request: String, finding: Finding)] = []
    for part in parts {
      let body = try workspace.bodies.body(sha256: part.capture.sha256)
      let request = ParseRequest(
        source: source, campusTimezone: campusTimezone, capture: part.capture, body: body,
        question: part.question, now: now)
      let batch = try await request.parsed(by: parser, limit: limit)
      if let read = batch.records.first {
        parsed.add(read, of: part.request, noting: batch.findings)
      } else {
        refusals += batch.findings.map { (part.request, $0) }
        parsed.add(
          try workspace.forecasts(source: source.id, request: part.request), of: part.request)
      }
    }
    parsed.refuse(refusals, of: parts.count)
    return parsed
  }
}

extension ParseRequest {
  /// Reads the document by the kind of its source.
  func parsed(by parser: Parser, limit: Int) async throws -> Batch<ParsedSource> {
    let readable: ParseRequest
    switch source.kind {
    case .events, .weather, .submissions:
      do throws(YAMLDocument.Failure) {
        readable = try YAMLDocument.readable(self)
      } catch {
        var batch = Batch<ParsedSource>()
        batch.reject(because: error.finding.about(source: source.id))
        return batch
      }
      return try await parser.run([readable])
    case .transit: return TransitDocument.parse(self, limit: limit)
    case .rides: return RideQuotes.parse(self)
    case .presence: return PresenceLog.parse(self)
    case .images: return try await PlaceImages.parse(self)
    }
  }
}

/// What the documents of a source gave.
struct ParsedDocuments: Sendable {
  /// The first that could be read; nil where none could, and then the source is refused.
  private(set) var source: ParsedSource?
  private(set) var forecasts: [RequestedForecasts] = []
  private(set) var findings: [Finding] = []
  /// Items of all documents.
  private(set) var seen = 0
  /// SHA-256 of each document.
  let captures: [String]
  private var points: Set<Coordinate> = []

  init(captures: [String]) { self.captures = captures }

  var forecastCount: Int { forecasts.map(\.forecasts.count).reduce(0, +) }

  /// Reports equal findings of several documents once.
  mutating func add(_ read: ParsedSource, of request: String, noting found: [Finding]) {
    findings += captures.count == 1 ? found : found.filter { !findings.contains($0) }
    seen += read.seen
    source = source ?? read
    add(read.forecasts, of: request)
  }

  /// Of two documents for one point the first counts: the other one only replaced it.
  mutating func add(_ given: [Forecast], of request: String) {
    let fresh = given.filter { !points.contains($0.point) }
    points.formUnion(fresh.map(\.point))
    forecasts.append(RequestedForecasts(request: request, fresh))
  }

  /// Adds rejected documents. A source that is read in part is not rejected.
  mutating func refuse(_ refusals: [(request: String, finding: Finding)], of all: Int) {
    guard source != nil, let first = refusals.first else {
      for (_, finding) in refusals where !findings.contains(finding) { findings.append(finding) }
      return
    }
    findings.append(
      Finding(
        "W_WEATHER_REQUEST", severity: .warning, subject: first.request,
        message: "\(refusals.count) of \(all) answers can't be used; their last data stays; "
          + "the first: \(first.finding.message)"))
  }
}
