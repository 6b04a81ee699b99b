import CLibCurl
import Synchronization

struct CurlLimits: Sendable {
  let maxConcurrent: Int
  let perHost: Int
  let hostGap: Duration
}

/// The near end of the client: hands requests to the thread that does them.
///
/// The thread begins with the first request and has ended when the engine has: a process that ends
/// while libcurl or its TLS library starts up or cleans up in another thread may crash.
final class CurlEngine: Sendable {
  private let queue = CurlQueue()
  private let limits: CurlLimits
  private let userAgent: String
  /// nil before the first request.
  private let thread = Mutex<CurlThread?>(nil)

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
        ?? CurlThread { [queue, limits, userAgent] in
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

/// A request on its way to the worker.
struct CurlJob: Sendable {
  let id: Int
  let request: HTTPRequest
  let url: RequestURL
  let continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
}

/// What the tasks that make requests and the thread that does them share.
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

  /// What happened since the worker looked last.
  struct News: Sendable {
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

  /// Lets the queue wake the worker; nil ends that.
  func setMulti(_ multi: UInt?) { state.withLock { $0.multi = multi } }

  func take() -> News {
    state.withLock { state in
      defer {
        state.jobs.removeAll()
        state.cancelled.removeAll()
      }
      return News(jobs: state.jobs, cancelled: state.cancelled, isStopped: state.isStopped)
    }
  }

  private func change(_ body: (inout sending State) -> Void) {
    state.withLock { state in
      body(&state)
      // Under the lock, so that the handle is not freed meanwhile.
      if let multi = state.multi { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: multi)) }
    }
  }
}
