import CLibCurl
import Glibc

/// The thread that owns libcurl's multi handle: adds, polls, finishes; nobody else touches it.
final class CurlWorker {
  private let queue: CurlQueue
  private let limits: CurlLimits
  private let userAgent: String
  private let multi: UnsafeMutableRawPointer?
  private var waiting: [CurlTransfer] = []
  /// By easy handle.
  private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var hosts: [String: HostUse] = [:]

  /// What is going on with one host.
  private struct HostUse {
    var running = 0
    var next: ContinuousClock.Instant?
  }

  init(queue: CurlQueue, limits: CurlLimits, userAgent: String) {
    self.queue = queue
    self.limits = limits
    self.userAgent = userAgent
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    multi = curl_multi_init()
    almanac_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Int(limits.maxConcurrent) + 16)
  }

  deinit { curl_multi_cleanup(multi) }

  /// Works until the queue is stopped and all is done.
  func run() {
    ignoreBrokenPipes()
    queue.setMulti(UInt(bitPattern: multi))
    defer { queue.setMulti(nil) }
    while true {
      let news = queue.take()
      waiting += news.jobs.map { CurlTransfer($0, userAgent: userAgent) }
      for id in news.cancelled { cancel(id) }
      startWaiting()
      var left: Int32 = 0
      curl_multi_perform(multi, &left)
      if finishDone() { continue }
      if news.isStopped, waiting.isEmpty, running.isEmpty { return }
      curl_multi_poll(multi, nil, 0, Int32(clamping: pause()), nil)
    }
  }

  /// A server that hangs up while we write must not end the process. libcurl sees to that itself
  /// for plain sockets only.
  private func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Starts what may start, in the order of arrival, except that a busy host holds up no other.
  private func startWaiting() {
    let now = ContinuousClock.now
    var kept: [CurlTransfer] = []
    for transfer in waiting {
      if transfer.isLate(at: now) {
        transfer.expire()
        continue
      }
      let host = transfer.url.host
      var use = hosts[host] ?? HostUse()
      guard running.count < limits.maxConcurrent, use.running < limits.perHost,
        transfer.isRedirected || use.next.map({ $0 <= now }) ?? true
      else {
        kept.append(transfer)
        continue
      }
      guard let easy = transfer.prepare() else {
        transfer.fail(.network("no memory for another connection"))
        continue
      }
      use.running += 1
      if limits.hostGap > .zero { use.next = now + limits.hostGap }
      hosts[host] = use
      running[easy] = transfer
      curl_multi_add_handle(multi, easy)
    }
    waiting = kept
  }

  /// Takes in what libcurl has finished; whether there was anything.
  private func finishDone() -> Bool {
    var any = false
    var result = CURLE_OK
    while let easy = almanac_curl_next_done(multi, &result) {
      any = true
      guard let transfer = remove(easy) else { continue }
      switch transfer.finish(result) {
      case .done: break
      case .again: waiting.insert(transfer, at: 0)
      case .doneForHost: leaveAlone(transfer.url)
      }
    }
    return any
  }

  /// Ends the requests that wait for a server which asked not to be asked.
  private func leaveAlone(_ server: RequestURL) {
    for transfer in waiting where transfer.url.hasOrigin(of: server) { transfer.fail(.leftAlone) }
    waiting.removeAll { $0.url.hasOrigin(of: server) }
  }

  private func remove(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
    curl_multi_remove_handle(multi, easy)
    guard let transfer = running.removeValue(forKey: easy) else { return nil }
    hosts[transfer.url.host]?.running -= 1
    return transfer
  }

  private func cancel(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).fail(.cancelled)
    } else if let easy = running.first(where: { $0.value.id == id })?.key {
      remove(easy)?.fail(.cancelled)
    }
  }

  /// Milliseconds until there may be something to do that no socket announces.
  private func pause() -> Int {
    guard limits.hostGap > .zero, !waiting.isEmpty else { return 1_000 }
    let now = ContinuousClock.now
    let gaps = waiting.compactMap { hosts[$0.url.host]?.next }.filter { $0 > now }
    guard let shortest = gaps.min() else { return 1_000 }
    let (seconds, attoseconds) = (shortest - now).components
    return min(1_000, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000) + 1)
  }
}
