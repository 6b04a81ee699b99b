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
    case retrieved(Retrieval, isConditional: Bool)
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
        case .retrieved(let retrieval, let isConditional):
          if source.isOfTheWeb { answered += 1 }
          try keep(retrieval, of: source, isConditional: isConditional)
          try noteMove(retrieval, of: source, &report)
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
    let move = try source.url.flatMap { try context.workspace.move(of: source.id, from: $0) }
    if source.isOfTheWeb {
      if context.options.offline { return .waiting(until: nil) }
      if !context.options.force, let due = schedule.dueTime(source, state),
        due > context.options.now
      {
        return .waiting(until: due)
      }
    }
    // --force recomputes; it never makes a polite request impolite.
    do throws(FetchError) {
      var request = FetchRequest(source: source, previous: previous)
      if source.isOfTheWeb {
        let secrets = SecretReader(environment: environment)
        request.secret = try secrets.key(for: source)
        request.credentials = try secrets.credentials(for: source)
        request.isConditional = schedule.isConditional(state)
        request.movedTo = move.flatMap { $0.isLearned ? $0.target : nil }
      }
      let isConditional = request.isConditional && previous != nil
      return .retrieved(try await fetcher.retrieve(request), isConditional: isConditional)
    } catch {
      return .failed(error)
    }
  }

  private var schedule: FetchSchedule { FetchSchedule(now: context.options.now) }

  private func keep(
    _ retrieval: Retrieval, of source: Source, isConditional: Bool
  ) throws {
    if let capture = retrieval.capture, !retrieval.body.isEmpty {
      try context.workspace.bodies.store(retrieval.body, sha256: capture.sha256)
    }
    // An answer with a document is one, whatever conditions were sent along.
    try context.workspace.recordSuccess(
      of: source.id, capture: retrieval.capture, at: context.options.now,
      nextAttemptAt: retrieval.nextAttemptAt, address: source.url,
      isUnconditional: retrieval.capture != nil || !isConditional)
  }

  /// Learns where the source's URL leads for good, and tells the operator once it is certain.
  private func noteMove(
    _ retrieval: Retrieval, of source: Source, _ report: inout RunReport
  ) throws {
    guard let url = source.url else { return }
    var move = try context.workspace.move(of: source.id, from: url)
    if let known = move, known.isLearned {
      // It answered where it moved to; if it moves on from there, that is learned anew.
      if retrieval.movedTo != nil { try context.workspace.forgetMove(of: source.id) }
    } else if let target = retrieval.movedTo {
      let first = SourceMove(address: url, target: target, since: context.options.now)
      let seen = move.flatMap { $0.target == target ? $0.seen(at: context.options.now) : nil }
      move = seen ?? first
      try context.workspace.save(seen ?? first, of: source.id)
    } else if move != nil {
      move = nil
      try context.workspace.forgetMove(of: source.id)
    }
    guard let move, move.isLearned else { return }
    report.findings.append(
      Finding(
        "I_MOVED", source: source.id,
        message: "its server says since \(move.since.rfc3339) that it moved for good to "
          + "\(move.target), which is asked now; correct 'url' in feed.yaml"))
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
      let state = try context.workspace.state(of: source.id)
      try context.workspace.recordFailure(
        of: source.id, finding: finding, at: context.options.now,
        nextAttemptAt: schedule.nextAttempt(after: error, of: source, state),
        address: source.url)
      // Whatever a URL led to: the operator's own is asked again.
      try context.workspace.forgetMove(of: source.id)
    }
  }

  private func line(_ source: Source, _ answer: Answer) -> RunReport.SourceLine {
    var line = RunReport.SourceLine(id: source.id, kind: source.kind, outcome: .ok)
    switch answer {
    case .waiting: line.outcome = .waiting
    case .retrieved(let retrieval, _):
      line.bytes = retrieval.body.count
      if retrieval.body.isEmpty { line.outcome = .unchanged }
    case .failed(let error):
      line.outcome = .failed
      line.finding = Finding(error, source: source.id)
    }
    return line
  }
}

extension Source {
  /// What is waited for.
  fileprivate var nameWithHost: String { isOfTheWeb ? "\(id) (\(host))" : id }

  fileprivate var host: String {
    guard let url else { return "" }
    let authority = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    // What stands before the last '@' may be a password (RFC 3986 section 3.2.1).
    return authority?.split(separator: "@").last.map(String.init) ?? url
  }
}
