import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime
import Foundation
import Logging

/// Source to capture: asks those that are due, and keeps the last good capture of the others.
struct FetchStep {
  let context: RunContext
  let fetcher: Fetcher
  /// Where the keys of providers may be.
  var environment = ProcessInfo.processInfo.environment

  /// What became of one source.
  private enum Answer: Sendable {
    case waiting(until: Instant?)
    case retrieved(Retrieval)
    case failed(FetchError)
  }

  func run(into report: inout RunReport) async throws {
    var stage = RunReport.Stage(.fetch)
    var lines: [RunReport.SourceLine] = []
    var failures: [(source: Source, error: FetchError)] = []
    var answered = 0
    let sources = context.chosenSources
    context.progress.tell(.expects(sources.count, .sources, of: nil))
    try await OrderedWorkers.run(
      sources, width: context.settings.fetching.concurrency,
      work: { source in
        let name = source.nameWithHost
        context.progress.tell(.took(name))
        defer { context.progress.tell(.finished(name)) }
        return (source, try await ask(source))
      },
      receive: { source, answer in
        try context.checkInterruption()
        stage.taken += 1
        switch answer {
        case .waiting: stage.skipped += 1
        case .retrieved(let retrieval):
          if source.isOfTheWeb { answered += 1 }
          try keep(retrieval, of: source)
          stage.kept += 1
        case .failed(let error):
          failures.append((source, error))
          stage.dropped += 1
        }
        lines.append(line(source, answer))
      })
    try note(failures, networkIsDown: isNetworkDown(failures, answered: answered), &report)
    stage.noted = failures.count
    report.stages.append(stage)
    report.sources = lines
  }

  private func ask(_ source: Source) async throws -> Answer {
    let state = try context.workspace.state(of: source.id)
    let previous = try context.workspace.currentCapture(of: source.id)
    if source.isOfTheWeb {
      if context.options.offline { return .waiting(until: nil) }
      if !context.options.force, let due = dueTime(source, state), due > context.options.now {
        return .waiting(until: due)
      }
    }
    // --force recomputes; it never makes a polite request impolite.
    do throws(FetchError) {
      let secret =
        source.isOfTheWeb
        ? try ProviderKey.read(for: source, environment: environment) : nil
      let request = FetchRequest(source: source, previous: previous, secret: secret)
      return .retrieved(try await fetcher.retrieve(request))
    } catch {
      return .failed(error)
    }
  }

  /// A tenth of the cadence is forgiven, because timers start at random within some minutes.
  private func dueTime(_ source: Source, _ state: SourceState) -> Instant? {
    // A last attempt that lies ahead was made by a wrong clock.
    if let last = state.lastAttemptAt, last > context.options.now { return nil }
    let cadence = state.lastSuccessAt.map { $0 + source.cadence * 9 / 10 }
    return [cadence, state.nextAttemptAt].compactMap(\.self).max()
  }

  private func keep(_ retrieval: Retrieval, of source: Source) throws {
    if let capture = retrieval.capture {
      try context.workspace.bodies.store(retrieval.body, sha256: capture.sha256)
    }
    try context.workspace.recordSuccess(
      of: source.id, capture: retrieval.capture, at: context.options.now,
      nextAttemptAt: retrieval.nextAttemptAt)
  }

  /// A night on which nothing of the web could be reached says nothing about any one source.
  private func isNetworkDown(
    _ failures: [(source: Source, error: FetchError)], answered: Int
  ) -> Bool {
    let unreachable = failures.filter { $0.source.isOfTheWeb && $0.error.isUnreachable }
    return answered == 0 && Set(unreachable.map(\.source.host)).count >= 2
  }

  private func note(
    _ failures: [(source: Source, error: FetchError)], networkIsDown: Bool,
    _ report: inout RunReport
  ) throws {
    if networkIsDown { report.exitCode = .networkDown }
    for (source, error) in failures {
      let finding = Finding(error, source: source.id)
      report.findings.append(finding)
      context.log.warning(
        "source failed", metadata: ["source": "\(source.id)", "code": "\(finding.code)"])
      if networkIsDown && error.isUnreachable { continue }
      try context.workspace.recordFailure(
        of: source.id, finding: finding, at: context.options.now, nextAttemptAt: error.retryAt)
    }
  }

  private func line(_ source: Source, _ answer: Answer) -> RunReport.SourceLine {
    var line = RunReport.SourceLine(id: source.id, kind: source.kind, outcome: .ok)
    switch answer {
    case .waiting: line.outcome = .waiting
    case .retrieved(let retrieval):
      line.bytes = retrieval.body.count
      if retrieval.capture == nil { line.outcome = .unchanged }
    case .failed(let error):
      line.outcome = .failed
      line.finding = Finding(error, source: source.id)
    }
    return line
  }
}

extension Source {
  /// Whether it is asked over the network.
  var isOfTheWeb: Bool {
    if case .url = location { true } else { false }
  }

  /// What is waited for.
  fileprivate var nameWithHost: String { isOfTheWeb ? "\(id) (\(host))" : id }

  fileprivate var host: String {
    guard case .url(let url) = location else { return "" }
    let authority = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    // What stands before the last '@' may be a password (RFC 3986 section 3.2.1).
    return authority?.split(separator: "@").last.map(String.init) ?? url
  }
}
