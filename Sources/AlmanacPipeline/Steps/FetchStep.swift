import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime
import Foundation
import Logging

/// Fetches sources that are due into captures; the last good capture of the others stays.
struct FetchStep {
  /// Seconds for which the address that another document named is requested directly.
  private static let linkHolds = 30 * 86_400
  /// Answers that may wait for an earlier one. They have no bodies, so a slow source doesn't delay the
  /// others.
  private static let window = 4_096
  /// Seconds after the last success within which a failure may be an outage of the network and isn't
  /// counted.
  private static let outageForgiven = 2 * 86_400

  let context: RunContext
  let fetcher: Fetcher
  /// Where the keys of providers may be set.
  var environment = ProcessInfo.processInfo.environment
  private let states: SourceStates
  private let failedHosts = FailedHosts()
  private let writer: BodyWriter

  init(context: RunContext, fetcher: Fetcher) throws {
    self.context = context
    self.fetcher = fetcher
    states = try SourceStates(context.workspace)
    writer = BodyWriter(bodies: context.workspace.bodies)
  }

  /// One document to request.
  private struct Job: Sendable {
    var source: Source
    /// nil for a source that is one document.
    var state: RequestState?
  }

  func run(into report: inout RunReport) async throws {
    var tally = Tally(stage: RunReport.Stage(.fetch))
    let sources = context.chosenSources
    var planner = WeatherPlanner(context: context)
    let jobs = try jobs(of: sources, &planner, noting: &report.findings)
    var answers: [String: [(request: ForecastRequest?, answer: FetchAnswer)]] = [:]
    var successes = SuccessBatch(context.workspace, now: context.options.now)
    context.progress.report(
      .expects(jobs.count, jobs.count == sources.count ? .sources : .requests, of: nil))
    func checkInterruption() throws {
      do throws(RunError) {
        try context.checkInterruption()
      } catch {
        try successes.write()
        throw error
      }
    }
    // Answers arrive in the order of the jobs, so the outcome doesn't depend on the number of workers.
    try await OrderedWorkers.run(
      jobs, width: context.settings.fetching.concurrency, window: Self.window,
      check: checkInterruption,
      work: { job in
        defer { context.progress.report(.advanced(1)) }
        return (job, try await fetch(job))
      },
      receive: { job, answer in
        try checkInterruption()
        try keep(answer, to: job, &successes)
        try successes.writeIfDue()
        if case .retrieved(let retrieval, _) = answer, job.state == nil,
          !job.source.hasVaryingAddress, let finding = try moves.note(retrieval, of: job.source)
        {
          report.findings.append(finding)
        }
        answers[job.source.id, default: []].append((job.state?.request, answer))
      })
    try successes.write()
    // All documents are answered: decide source by source.
    for source in sources {
      let outcome = FetchOutcome(of: source, answers[source.id] ?? [])
      try settle(outcome, &tally)
      try planner.retire(source)
    }
    report.findings += tally.findings
    try note(tally.failures, tally.network, &report)
    tally.stage.warnings = tally.failures.count + tally.findings.count
    report.stages.append(tally.stage)
    report.sources = tally.lines.sorted { $0.id < $1.id }
  }

  /// What is gathered over all sources.
  private struct Tally {
    var stage: RunReport.Stage
    var lines: [RunReport.SourceLine] = []
    var failures: [(source: Source, error: FetchError)] = []
    var findings: [Finding] = []
    /// Documents of the web that were answered.
    var answered = 0
    /// Hosts that can't be reached now, but could at their last attempt.
    var lostHosts: Set<String> = []
    /// Hosts of sources that did not fail at their last attempt and are not due.
    var waitingHosts: Set<String> = []

    /// Whether the network was up in this run.
    enum Network {
      case up, down
      /// There is only one host to judge by.
      case unknown
    }

    /// Any answer over HTTP proves that the network is up. Otherwise it was down if nearly all hosts that
    /// could be reached before were lost at once, and several of them: one host may fail by itself.
    var network: Network {
      if answered > 0 || failures.contains(where: \.error.provesNetwork) { return .up }
      let known = lostHosts.union(waitingHosts)
      guard !lostHosts.isEmpty, lostHosts.count * 10 >= known.count * 9 else { return .up }
      return lostHosts.count >= 2 ? .down : .unknown
    }
  }

  /// Interleaves requests round-robin, so that a source with many requests doesn't delay others.
  private func jobs(
    of sources: [Source], _ planner: inout WeatherPlanner, noting findings: inout [Finding]
  ) throws -> [Job] {
    var jobs: [Job] = []
    jobs.reserveCapacity(sources.count)
    var later: [[Job]] = []
    for source in sources {
      let isAsked = source.kind == .weather && !(context.options.offline && source.isOfTheWeb)
      let plan = isAsked ? try planner.plan(source, noting: &findings) : nil
      guard let plan else {
        jobs.append(Job(source: source))
        continue
      }
      for (round, state) in plan.enumerated() {
        if round == 0 {
          jobs.append(Job(source: source, state: state))
          continue
        }
        if round > later.count { later.append([]) }
        later[round - 1].append(Job(source: source, state: state))
      }
    }
    for round in later { jobs += round }
    return jobs
  }

  private func fetch(_ job: Job) async throws -> FetchAnswer {
    let source = job.source
    let state = states.state(of: source)
    if source.isOfTheWeb {
      if context.options.offline { return .waiting }
      // Retry-After of a host holds for all of its sources, also with --refetch.
      if schedule.isHeld(until: states.holdEnd(of: source.host)) { return .waiting }
      if !context.options.refetch, let due = dueTime(job, state), due > context.options.now {
        return .waiting
      }
    }
    let previous =
      try job.state.map { state in
        try context.workspace.currentCapture(of: source.id, request: state.request.key)
      } ?? states.capture(of: source)
    let target = job.state == nil ? moves.target(of: source) : nil
    let retrieval: Retrieval
    do throws(FetchError) {
      if job.state != nil { try await failedHosts.check(source.id) }
      if await failedHosts.isHeld(source.host) { return .waiting }
      var request = try request(for: job, state, previous)
      request.movedTo = source.hasVaryingAddress ? nil : target
      retrieval = try await fetcher.retrieve(request)
      try Self.check(retrieval, of: source, after: previous)
    } catch {
      // A source that was not requested because of another one has no error.
      if case .leftAlone = error, job.state == nil { return .waiting }
      await failedHosts.note(error, of: source)
      return .failed(error)
    }
    return try await stored(retrieval)
  }

  /// Checks whether an answer can be the source's document. The first one is always stored, so that an
  /// operator can look at it and complete the definition.
  private static func check(
    _ retrieval: Retrieval, of source: Source, after previous: Capture?
  ) throws(FetchError) {
    guard source.isOfTheWeb, source.pages == nil, previous != nil, !retrieval.body.isEmpty,
      let origin = retrieval.capture?.origin,
      let failure = ResponseCheck.failure(
        of: retrieval.body, for: source, contentType: retrieval.capture?.contentType,
        origin: origin)
    else { return }
    throw failure
  }

  /// Stores the body of an answer and removes it from states. An existing body is not rewritten; a lost
  /// one is restored.
  private func stored(_ retrieval: Retrieval) async throws -> FetchAnswer {
    var retrieval = retrieval
    let byteCount = retrieval.body.count
    if let capture = retrieval.capture, byteCount > 0 {
      try await writer.store(retrieval.body, sha256: capture.sha256)
    }
    retrieval.body = []
    return .retrieved(retrieval, byteCount: byteCount)
  }

  private func request(
    for job: Job, _ state: SourceState, _ previous: Capture?
  ) throws(FetchError) -> FetchRequest {
    var request = try context.settings.request(
      for: job.source, after: previous, question(of: job), at: context.options.now,
      environment: environment)
    if job.state == nil { request.isConditional = schedule.isConditional(state) }
    if job.source.pages != nil, let digest = previous?.sha256 {
      let bodies = context.workspace.bodies
      request.previousBody = { try bodies.body(sha256: digest) }
    }
    return request
  }

  private var schedule: FetchSchedule { FetchSchedule(now: context.options.now) }

  private var moves: RedirectTracker {
    RedirectTracker(workspace: context.workspace, states: states, now: context.options.now)
  }

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

  private func dueTime(_ job: Job, _ state: SourceState) -> Instant? {
    guard let request = job.state else { return schedule.dueTime(job.source, state) }
    return schedule.dueTime(request, of: job.source, state)
  }

  /// Records an answer: the successes of sources in batches, anything else at once.
  private func keep(_ answer: FetchAnswer, to job: Job, _ successes: inout SuccessBatch) throws {
    let now = context.options.now
    switch answer {
    case .waiting: return
    case .retrieved(let retrieval, _):
      guard let state = job.state, let url = question(of: job)?.url else {
        successes.add(success(of: job.source, by: retrieval))
        return
      }
      let link =
        retrieval.link.map { RequestState.Link(address: $0, origin: url, readAt: now) }
        ?? link(of: state, from: url)
      try context.workspace.recordAnswer(
        to: state.request.key, of: job.source.id, capture: retrieval.capture, link: link, at: now,
        nextAttemptAt: retrieval.nextAttemptAt)
    case .failed(let error):
      try hold(hostOf: job.source, after: error)
      guard let state = job.state else { return }
      if case .leftAlone = error { return }
      try context.workspace.recordRefusal(
        of: state.request.key, of: job.source.id, at: now, nextAttemptAt: error.retryAt)
    }
  }

  /// Leaves out a known capture: files are read in every run, and many servers send the same bytes
  /// again.
  private func success(of source: Source, by retrieval: Retrieval) -> Workspace.Success {
    var known = states.capture(of: source)
    if let capture = retrieval.capture { known?.fetchedAt = capture.fetchedAt }
    return Workspace.Success(
      source: source.id, capture: retrieval.capture == known ? nil : retrieval.capture,
      nextAttemptAt: retrieval.nextAttemptAt, address: source.url,
      // An answer with a document counts as unconditional, whatever conditions were sent.
      isUnconditional: !retrieval.isNotModified)
  }

  /// Blocks requests to a host after `Retry-After`, for all sources; after a redirect to both hosts.
  private func hold(hostOf source: Source, after error: FetchError) throws {
    guard error.holdsHost,
      let until = schedule.nextAttempt(after: error, of: source, states.state(of: source))
    else { return }
    let hosts = Set([source.host, error.origin.map(Source.host(of:))].compactMap(\.self))
    try context.workspace.hold(hosts: hosts, until: until, at: context.options.now)
  }

  private func settle(_ outcome: FetchOutcome, _ tally: inout Tally) throws {
    let source = outcome.source
    tally.stage.read += 1
    tally.lines.append(outcome.line)
    tally.findings += outcome.findings
    if source.isOfTheWeb { tally.answered += outcome.answered }
    if outcome.answered > 0 {
      tally.stage.accepted += 1
      if outcome.isOfRequests {
        let success = Workspace.Success(
          source: source.id, nextAttemptAt: outcome.retryAt, address: source.url)
        try context.workspace.record([success], at: context.options.now)
      }
    } else if let failure = outcome.failure {
      tally.stage.rejected += 1
      tally.failures.append((source, failure))
      let before = states.state(of: source).failure?.code
      if source.isOfTheWeb, failure.isUnreachable, before != failure.code {
        tally.lostHosts.insert(source.host)
      }
    } else {
      tally.stage.unchanged += 1
      if source.isOfTheWeb, states.state(of: source).failure == nil {
        tally.waitingHosts.insert(source.host)
      }
    }
  }

  private func note(
    _ failures: [(source: Source, error: FetchError)], _ network: Tally.Network,
    _ report: inout RunReport
  ) throws {
    if network == .down { report.exitCode = .networkDown }
    for (source, error) in failures {
      let finding = Finding(error, source: source.id)
      report.findings.append(finding)
      context.log.warning(
        "source failed", metadata: ["source": "\(source.id)", "code": "\(finding.code)"])
      if error.isUnreachable, isForgiven(source, network) { continue }
      try context.workspace.recordFailure(
        of: source.id, finding: finding, at: context.options.now,
        nextAttemptAt: schedule.nextAttempt(after: error, of: source, states.state(of: source)),
        address: source.url)
      try moves.forget(source)
    }
  }

  /// Whether an unreachable host doesn't count as a failure of the source.
  private func isForgiven(_ source: Source, _ network: Tally.Network) -> Bool {
    switch network {
    case .up: return false
    case .down: return true
    case .unknown:
      let last = states.state(of: source).lastSuccessAt
      return last.map { context.options.now.seconds(since: $0) <= Self.outageForgiven } ?? false
    }
  }
}

/// Skips further requests in this run: those of sources whose host failed, and those to hosts that sent
/// `Retry-After`.
private actor FailedHosts {
  private var known: [String: Instant?] = [:]
  private var hosts: Set<String> = []

  func note(_ error: FetchError, of source: Source) {
    if error.concernsHost, known[source.id] == nil { known[source.id] = .some(error.retryAt) }
    if error.holdsHost { hosts.insert(source.host) }
  }

  func isHeld(_ host: String) -> Bool { hosts.contains(host) }

  /// - Throws: `.leftAlone`.
  func check(_ source: String) throws(FetchError) {
    if let until = known[source] { throw .leftAlone(until: until) }
  }
}

extension Settings {
  /// The request for a document of a source, with its secrets.
  ///
  /// - Parameter environment: Where secrets may be.
  func request(
    for source: Source, after previous: Capture? = nil, _ question: FetchRequest.Question?,
    at now: Instant, environment: [String: String]
  ) throws(FetchError) -> FetchRequest {
    var request = FetchRequest(source: source, previous: previous, question: question)
    let secrets = SecretReader(environment: environment)
    request.sealer = try secrets.sealer(
      for: source, zone: campus(source.campus)?.timezone ?? "UTC", in: .system)
    guard source.isOfTheWeb else { return request }
    request.secret = try secrets.key(for: source)
    request.credentials = try secrets.credentials(for: source)
    request.dates = dates(of: source, at: now)
    return request
  }
}
