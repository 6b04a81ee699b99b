import CLibCurl
import Glibc

/// Runs all transfers on one thread, which owns libcurl's multi handle.
final class CurlWorker {
  private let queue: CurlQueue
  private let limits: CurlLimits
  private let userAgent: String
  private let multi: UnsafeMutableRawPointer?
  private var waiting: [CurlTransfer] = []
  /// Active transfers by easy handle.
  private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var hosts: [String: HostUse] = [:]
  /// Servers that asked for no further requests.
  private var leftAlone: [RequestURL] = []

  /// The load of one host.
  private struct HostUse {
    var running = 0
    /// The earliest time for the next request.
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

  /// Runs until the queue is stopped and all transfers have finished.
  func run() {
    ignoreBrokenPipes()
    queue.setMulti(UInt(bitPattern: multi))
    defer { queue.setMulti(nil) }
    while true {
      let changes = queue.take()
      waiting += changes.jobs.map { CurlTransfer($0, userAgent: userAgent) }
      for id in changes.cancelled { cancel(id) }
      startWaiting()
      var left: Int32 = 0
      curl_multi_perform(multi, &left)
      if finishDone() { continue }
      if changes.isStopped, waiting.isEmpty, running.isEmpty { return }
      curl_multi_poll(multi, nil, 0, Int32(clamping: pause()), nil)
    }
  }

  /// Blocks SIGPIPE, which would end the process if a server closes a connection while we write.
  /// libcurl itself prevents that for plain sockets only.
  private func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Starts waiting transfers in the order of arrival. Transfers to a busy host are skipped.
  private func startWaiting() {
    let now = ContinuousClock.now
    var postponed: [CurlTransfer] = []
    for transfer in waiting {
      if transfer.isLate(at: now) {
        transfer.expire()
        continue
      }
      if leftAlone.contains(where: transfer.url.hasOrigin) {
        transfer.fail(.leftAlone)
        continue
      }
      let host = transfer.url.host
      var use = hosts[host] ?? HostUse()
      guard running.count < limits.maxConcurrent, use.running < limits.perHost,
        transfer.isRedirected || use.next.map({ $0 <= now }) ?? true
      else {
        postponed.append(transfer)
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
    waiting = postponed
  }

  /// Processes finished transfers; returns whether there were any.
  private func finishDone() -> Bool {
    var any = false
    var result = CURLE_OK
    while let easy = almanac_curl_next_done(multi, &result) {
      any = true
      guard let transfer = remove(easy) else { continue }
      switch transfer.finish(result) {
      case .done: break
      case .redirect: waiting.insert(transfer, at: 0)
      case .leaveAlone: leftAlone.append(transfer.url)
      }
    }
    return any
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

  /// Milliseconds until a waiting transfer may start; at most one second.
  private func pause() -> Int {
    guard limits.hostGap > .zero, !waiting.isEmpty else { return 1_000 }
    let now = ContinuousClock.now
    let gaps = waiting.compactMap { hosts[$0.url.host]?.next }.filter { $0 > now }
    guard let shortest = gaps.min() else { return 1_000 }
    let (seconds, attoseconds) = (shortest - now).components
    return min(1_000, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000) + 1)
  }
}
