import AlmanacIngest
import AlmanacModel
import AlmanacTime

/// The result of requesting one document.
enum FetchAnswer: Sendable {
  /// Not due, or blocked by `Retry-After` of its host.
  case waiting
  /// Without the body, which is stored; its size in bytes.
  case retrieved(Retrieval, byteCount: Int)
  case failed(FetchError)
}

/// The result of fetching a source, from the results of its documents.
struct FetchOutcome {
  let source: Source
  private(set) var line: RunReport.SourceLine
  /// Documents that were answered.
  private(set) var answered = 0
  /// Why none was, if some were requested.
  private(set) var failure: FetchError?
  private(set) var findings: [Finding] = []
  /// When the host accepts requests again, if one of them was refused.
  private(set) var retryAt: Instant?
  /// Whether they are those of a weather source's requests.
  let isOfRequests: Bool

  init(of source: Source, _ answers: [(request: ForecastRequest?, answer: FetchAnswer)]) {
    self.source = source
    line = RunReport.SourceLine(id: source.id, kind: source.kind, status: .waiting)
    isOfRequests = answers.contains { $0.request != nil }
    var failed: [(request: ForecastRequest?, error: FetchError)] = []
    for (request, answer) in answers {
      switch answer {
      case .waiting: break
      case .retrieved(let retrieval, let byteCount):
        count(byteCount)
        findings += retrieval.findings
      case .failed(let error):
        if let finding = error.unknownCity(request, of: source) {
          findings.append(finding)
          count(0)
        } else {
          failed.append((request, error))
        }
      }
    }
    retryAt = failed.compactMap(\.error.retryAt).max()
    guard let first = failed.first(where: { $0.error.code != "B_LEFT_ALONE" }) ?? failed.first
    else { return }
    if answered > 0 {
      findings.append(Self.partial(first, failed.count, of: answers.count, source))
    } else {
      failure = first.error
      line.status = .failed
      line.finding = Finding(first.error, source: source.id)
    }
  }

  /// - Parameter byteCount: Size of the document; 0 for an answer without one.
  private mutating func count(_ byteCount: Int) {
    answered += 1
    if !source.kind.isPersonal { line.bytes += byteCount }
    if line.status != .ok { line.status = byteCount == 0 ? .unchanged : .ok }
  }

  /// The warning of a source of which only some requests failed.
  private static func partial(
    _ first: (request: ForecastRequest?, error: FetchError), _ count: Int, of all: Int,
    _ source: Source
  ) -> Finding {
    Finding(
      "W_WEATHER_REQUEST", severity: .warning, source: source.id, subject: first.request?.key,
      message: "\(count) of \(all) requests failed; their last data stays; "
        + "the first: \(first.error)")
  }
}

extension FetchError {
  /// The warning that a provider doesn't know a city; the source itself is fine.
  fileprivate func unknownCity(_ request: ForecastRequest?, of source: Source) -> Finding? {
    guard let city = request?.city, case .status(let status, _, _, let reason?) = self,
      status == 400 || status == 404
    else { return nil }
    return Finding(
      "W_WEATHER_CITY", severity: .warning, source: source.id, subject: city.name,
      message: "the provider knows no such city: \(reason)")
  }
}
