import CLibCurl
import Synchronization

struct CurlLimits: Sendable {
  let maxConcurrent: Int
  let perHost: Int
  let hostGap: Duration
}

/// The asynchronous side of the HTTP client: passes requests to the worker's thread.
///
/// The first request starts the thread; `deinit` waits for its end. A process may crash if it exits
/// while libcurl or its TLS library initializes or cleans up on another thread.
final class CurlEngine: Sendable {
  private let queue = CurlQueue()
  private let limits: CurlLimits
  private let userAgent: String
  /// nil before the first request.
  private let thread = Mutex<JoinableThread?>(nil)

  init(limits: CurlLimits, userAgent: String) {
    self.limits = limits
    self.userAgent = userAgent
  }

  deinit {
    queue.stop()
    thread.withLock { $0 }?.join()
  }

  private func start() throws(HTTPFailure) {
    let isRunning = thread.withLock { thread in
      thread =
        thread
        ?? JoinableThread { [queue, limits, userAgent] in
          CurlWorker(queue: queue, limits: limits, userAgent: userAgent).run()
        }
      return thread != nil
    }
    guard isRunning else { throw .network("the system has no thread for requests") }
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let url = try RequestURL(request.url)
    try CurlTransfer.check(request.headers)
    try CurlTransfer.check(request.credentials)
    try start()
    let id = queue.newID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.add(CurlJob(id: id, request: request, url: url, continuation: continuation))
      }
    } onCancel: {
      queue.cancel(id)
    }
    return try result.get()
  }
}

/// A request for the worker, with the continuation of its caller.
struct CurlJob: Sendable {
  let id: Int
  let request: HTTPRequest
  let url: RequestURL
  let continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
}

/// The state shared between the callers' tasks and the worker's thread.
final class CurlQueue: Sendable {
  private struct State {
    var lastID = 0
    var jobs: [CurlJob] = []
    var cancelled: [Int] = []
    var isStopped = false
    /// The address of the multi handle while the worker runs, to wake it.
    var multi: UInt?
  }

  private let state = Mutex(State())

  /// Changes since the worker's last call of `take()`.
  struct Changes: Sendable {
    let jobs: [CurlJob]
    let cancelled: [Int]
    let isStopped: Bool
  }

  func newID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  func add(_ job: CurlJob) { change { $0.jobs.append(job) } }

  func cancel(_ id: Int) { change { $0.cancelled.append(id) } }

  func stop() { change { $0.isStopped = true } }

  /// Sets the handle through which the queue wakes the worker; nil when the worker ends.
  func setMulti(_ multi: UInt?) { state.withLock { $0.multi = multi } }

  func take() -> Changes {
    state.withLock { state in
      defer {
        state.jobs.removeAll()
        state.cancelled.removeAll()
      }
      return Changes(jobs: state.jobs, cancelled: state.cancelled, isStopped: state.isStopped)
    }
  }

  private func change(_ body: (inout sending State) -> Void) {
    state.withLock { state in
      body(&state)
      // Under the lock, so that the worker cannot free the handle at the same time.
      if let multi = state.multi { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: multi)) }
    }
  }
}
