import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime
import Foundation
import Logging

/// Source to capture: asks those that are due, and keeps the last good capture of the others.
struct FetchStep {
  /// Seconds for which the address that another document named is asked for directly.
  private static let linkHolds = 30 * 86_400

  let context: RunContext
  let fetcher: Fetcher
  /// Where the keys of providers may be.
  var environment = ProcessInfo.processInfo.environment
  private let troubles = HostTroubles()

  init(context: RunContext, fetcher: Fetcher) {
    self.context = context
    self.fetcher = fetcher
  }

  /// One document to be asked for.
  private struct Job: Sendable {
    var source: Source
    /// nil for a source that is one document.
    var state: RequestState?
  }

  /// What became of one document.
  private enum Answer: Sendable {
    case waiting
    case retrieved(Retrieval, isConditional: Bool)
    case failed(FetchError)
  }

  func run(into report: inout RunReport) async throws {
    var tally = Tally(stage: RunReport.Stage(.fetch))
    let sources = context.chosenSources
    var planner = WeatherPlanner(context: context)
    let jobs = try jobs(of: sources, &planner, noting: &report.findings)
    var answers: [String: [(job: Job, answer: Answer)]] = [:]
    context.progress.tell(
      .expects(jobs.count, jobs.count == sources.count ? .sources : .requests, of: nil))
    try await OrderedWorkers.run(
      jobs, width: context.settings.fetching.concurrency,
      work: { job in
        let name = job.source.nameWithHost
        context.progress.tell(.took(name))
        defer { context.progress.tell(.finished(name)) }
        return (job, try await ask(job))
      },
      receive: { job, answer in
        try context.checkInterruption()
        try keep(answer, to: job)
        if case .retrieved(let retrieval, _) = answer, job.state == nil {
          try noteMove(retrieval, of: job.source, &report)
        }
        answers[job.source.id, default: []].append((job, answer))
      })
    for source in sources {
      try settle(source, answers[source.id] ?? [], &tally)
      if planner.hasPlanned(source) { try planner.retire(source) }
    }
    report.findings += tally.findings
    try note(tally.failures, networkIsDown: tally.isNetworkDown, &report)
    tally.stage.noted = tally.failures.count + tally.findings.count
    report.stages.append(tally.stage)
    report.sources = tally.lines
  }

  /// What is gathered over all sources.
  private struct Tally {
    var stage: RunReport.Stage
    var lines: [RunReport.SourceLine] = []
    var failures: [(source: Source, error: FetchError)] = []
    var findings: [Finding] = []
    /// Documents of the web that were answered.
    var answered = 0

    /// A night on which nothing of the web could be reached says nothing about any one source.
    var isNetworkDown: Bool {
      let unreachable = failures.filter { $0.source.isOfTheWeb && $0.error.isUnreachable }
      return answered == 0 && Set(unreachable.map(\.source.host)).count >= 2
    }
  }

  /// Every source's first document, then every source's second: one with many requests is no queue
  /// before the others' hosts.
  private func jobs(
    of sources: [Source], _ planner: inout WeatherPlanner, noting findings: inout [Finding]
  ) throws -> [Job] {
    var rounds: [[Job]] = []
    for source in sources {
      let isAsked = source.kind == .weather && !(context.options.offline && source.isOfTheWeb)
      let plan = isAsked ? try planner.plan(source, noting: &findings) : nil
      let jobs = plan.map { $0.map { Job(source: source, state: $0) } } ?? [Job(source: source)]
      for (round, job) in jobs.enumerated() {
        if round == rounds.count { rounds.append([]) }
        rounds[round].append(job)
      }
    }
    return rounds.flatMap(\.self)
  }

  private func ask(_ job: Job) async throws -> Answer {
    let source = job.source
    let state = try context.workspace.state(of: source.id)
    if source.isOfTheWeb {
      if context.options.offline { return .waiting }
      if !context.options.force, let due = dueTime(job, state), due > context.options.now {
        return .waiting
      }
    }
    let previous = try context.workspace.currentCapture(
      of: source.id, request: job.state?.request.key ?? "")
    let move = try source.url.flatMap { try context.workspace.move(of: source.id, from: $0) }
    // --force recomputes; it never makes a polite request impolite.
    do throws(FetchError) {
      if job.state != nil { try await troubles.check(source.id) }
      let request = try request(for: job, state, previous, movedTo: move?.learnedTarget)
      let isConditional = request.isConditional && previous != nil
      return .retrieved(try await fetcher.retrieve(request), isConditional: isConditional)
    } catch {
      await troubles.note(error, of: source.id)
      return .failed(error)
    }
  }

  private func request(
    for job: Job, _ state: SourceState, _ previous: Capture?, movedTo: String?
  ) throws(FetchError) -> FetchRequest {
    var request = FetchRequest(
      source: job.source, previous: previous, question: question(of: job))
    guard job.source.isOfTheWeb else { return request }
    let secrets = SecretReader(environment: environment)
    request.secret = try secrets.key(for: job.source)
    request.credentials = try secrets.credentials(for: job.source)
    guard job.state == nil else { return request }
    request.isConditional = schedule.isConditional(state)
    request.movedTo = movedTo
    return request
  }

  private var schedule: FetchSchedule { FetchSchedule(now: context.options.now) }

  private func question(of job: Job) -> FetchRequest.Question? {
    guard let state = job.state, case .url(let text) = job.source.location else { return nil }
    let url = WeatherTemplate(text)?.url(of: state.request) ?? text
    return FetchRequest.Question(
      request: state.request.key, url: url, link: link(of: state, from: url)?.address)
  }

  /// The address that the document at this URL named, while that is likely to hold.
  private func link(of state: RequestState, from url: String) -> RequestState.Link? {
    guard let link = state.link, link.origin == url,
      (0..<Self.linkHolds).contains(context.options.now.seconds(since: link.readAt))
    else { return nil }
    return link
  }

  /// A tenth of the cadence is forgiven, because timers start at random within some minutes.
  private func dueTime(_ job: Job, _ state: SourceState) -> Instant? {
    guard job.state != nil else { return schedule.dueTime(job.source, state) }
    let now = context.options.now
    let last = job.state.map(\.lastAttemptAt) ?? state.lastAttemptAt
    // A last attempt that lies ahead was made by a wrong clock.
    if let last, last > now { return nil }
    let success = job.state.map(\.lastSuccessAt) ?? state.lastSuccessAt
    let cadence = success.map { $0 + job.source.cadence * 9 / 10 }
    // What a host asked of the source holds for all of its requests.
    let isKnown = state.address == job.source.url && (state.lastAttemptAt ?? now) <= now
    let hold = isKnown ? state.nextAttemptAt : nil
    return [cadence, hold, job.state?.nextAttemptAt].compactMap(\.self).max()
  }

  /// Keeps at once what a document gave, so that a run that is stopped has lost nothing.
  private func keep(_ answer: Answer, to job: Job) throws {
    let now = context.options.now
    switch answer {
    case .waiting: return
    case .retrieved(let retrieval, let isConditional):
      if let capture = retrieval.capture, !retrieval.body.isEmpty {
        try context.workspace.bodies.store(retrieval.body, sha256: capture.sha256)
      }
      guard let state = job.state, let url = question(of: job)?.url else {
        try context.workspace.recordSuccess(
          of: job.source.id, capture: retrieval.capture, at: now,
          nextAttemptAt: retrieval.nextAttemptAt, address: job.source.url,
          // An answer with a document is one, whatever conditions were sent along.
          isUnconditional: retrieval.capture != nil || !isConditional)
        return
      }
      let link =
        retrieval.link.map { RequestState.Link(address: $0, origin: url, readAt: now) }
        ?? link(of: state, from: url)
      try context.workspace.recordAnswer(
        to: state.request.key, of: job.source.id, capture: retrieval.capture, link: link, at: now,
        nextAttemptAt: retrieval.nextAttemptAt)
    case .failed(let error):
      guard let state = job.state else { return }
      if case .leftAlone = error { return }
      try context.workspace.recordRefusal(
        of: state.request.key, of: job.source.id, at: now, nextAttemptAt: error.retryAt)
    }
  }

  /// Learns where the source's URL leads for good, and tells the operator once it is certain.
  private func noteMove(
    _ retrieval: Retrieval, of source: Source, _ report: inout RunReport
  ) throws {
    guard let url = source.url else { return }
    let known = try context.workspace.move(of: source.id, from: url)
    let move =
      known?.after(retrieval.movedTo, at: context.options.now)
      ?? retrieval.movedTo.map { SourceMove(address: url, target: $0, since: context.options.now) }
    if let move {
      if move != known { try context.workspace.save(move, of: source.id) }
    } else if known != nil {
      try context.workspace.forgetMove(of: source.id)
    }
    guard let move, move.isLearned else { return }
    report.findings.append(
      Finding(
        "I_MOVED", source: source.id,
        message: "its server says since \(move.since.rfc3339) that it moved for good to "
          + "\(move.target), which is asked now; correct 'url' in feed.yaml"))
  }

  /// Makes of what became of its documents what became of the source.
  private func settle(
    _ source: Source, _ answers: [(job: Job, answer: Answer)], _ tally: inout Tally
  ) throws {
    tally.stage.taken += 1
    var line = RunReport.SourceLine(id: source.id, kind: source.kind, outcome: .waiting)
    var retrieved = 0
    var failed: [(request: ForecastRequest?, error: FetchError)] = []
    for (job, answer) in answers {
      switch answer {
      case .waiting: break
      case .retrieved(let retrieval, _):
        retrieved += 1
        line.bytes += retrieval.body.count
        if line.outcome != .ok { line.outcome = retrieval.body.isEmpty ? .unchanged : .ok }
      case .failed(let error):
        if let finding = error.unknownCity(job.state?.request, of: source) {
          retrieved += 1
          tally.findings.append(finding)
          if line.outcome == .waiting { line.outcome = .unchanged }
        } else {
          failed.append((job.state?.request, error))
        }
      }
    }
    if source.isOfTheWeb { tally.answered += retrieved }
    let reason = failed.first { $0.error.code != "B_LEFT_ALONE" } ?? failed.first
    if retrieved > 0 {
      tally.stage.kept += 1
      if answers.contains(where: { $0.job.state != nil }) {
        try context.workspace.recordSuccess(
          of: source.id, capture: nil, at: context.options.now,
          nextAttemptAt: failed.compactMap(\.error.retryAt).max(), address: source.url)
      }
      if let reason {
        tally.findings.append(Self.partial(reason, failed.count, of: answers.count, source))
      }
    } else if let reason {
      tally.stage.dropped += 1
      tally.failures.append((source, reason.error))
      line.outcome = .failed
      line.finding = Finding(reason.error, source: source.id)
    } else {
      tally.stage.skipped += 1
    }
    tally.lines.append(line)
  }

  /// The source is not refused: it gave the rest.
  private static func partial(
    _ first: (request: ForecastRequest?, error: FetchError), _ count: Int, of all: Int,
    _ source: Source
  ) -> Finding {
    Finding(
      "W_WEATHER_REQUEST", severity: .warning, source: source.id, subject: first.request?.key,
      message: "\(count) of \(all) requests failed, so that what they gave last stays; "
        + "the first: \(first.error)")
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
}

/// The sources whose host failed in this run: their other requests are left out.
private actor HostTroubles {
  private var known: [String: Instant?] = [:]

  func note(_ error: FetchError, of source: String) {
    if error.concernsHost, known[source] == nil { known[source] = .some(error.retryAt) }
  }

  /// - Throws: `.leftAlone`.
  func check(_ source: String) throws(FetchError) {
    if let until = known[source] { throw .leftAlone(until: until) }
  }
}

extension FetchError {
  /// A provider that knows no such city has answered; nothing is wrong with the source.
  fileprivate func unknownCity(_ request: ForecastRequest?, of source: Source) -> Finding? {
    guard let city = request?.city, case .status(let status, _, _, let reason?) = self,
      status == 400 || status == 404
    else { return nil }
    return Finding(
      "W_WEATHER_CITY", severity: .warning, source: source.id, subject: city.name,
      message: "the provider knows no such city: \(reason)")
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
