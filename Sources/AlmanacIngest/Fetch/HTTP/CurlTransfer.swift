import CLibCurl
import Glibc

/// One request with its redirects, on the worker's thread.
final class CurlTransfer {
  enum Next {
    case done, again
    /// Done, and the server asks for no further requests.
    case doneForHost
  }

  let id: Int
  private(set) var url: RequestURL
  private let request: HTTPRequest
  private let userAgent: String
  private let continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
  private var easy: UnsafeMutableRawPointer?
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// The same with the credentials.
  private var credentials: UnsafeMutablePointer<curl_slist>?
  /// Where the request goes first.
  private let origin: RequestURL
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var redirects: [HTTPRedirect] = []
  private var spent: Duration = .zero
  private var began = ContinuousClock.now
  private var answer: CurlAnswer

  init(_ job: CurlJob, userAgent: String) {
    id = job.id
    request = job.request
    url = job.url
    origin = job.url
    continuation = job.continuation
    self.userAgent = userAgent
    answer = CurlAnswer(request: job.request)
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fields)
    curl_slist_free_all(credentials)
    message.deallocate()
  }

  /// Whether this is not the first hop.
  var isRedirected: Bool { !redirects.isEmpty }

  /// Whether its time is over before its turn came.
  func isLate(at now: ContinuousClock.Instant) -> Bool { request.isLate(at: now) }

  func expire() { fail(.timedOut(request.totalTimeout)) }

  func fail(_ failure: HTTPFailure) { continuation.resume(returning: .failure(failure)) }

  // MARK: Beginning

  /// Whether header lines can be sent: no line break may sneak another one in.
  static func check(_ fields: [HTTPField]) throws(HTTPFailure) {
    for field in fields {
      let isToken = field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
      let isValue = field.value.unicodeScalars.allSatisfy {
        ($0.value >= 0x20 || $0.value == 9) && $0.value <= 0xFF && $0.value != 0x7F
      }
      guard isToken, isValue, !field.name.isEmpty else {
        throw .invalidRequest("the header '\(RequestURL.printable(field.name))' cannot be sent")
      }
    }
  }

  /// The handle for the next hop.
  func prepare() -> UnsafeMutableRawPointer? {
    if easy == nil {
      easy = curl_easy_init()
      configure()
    }
    answer = CurlAnswer(request: request)
    answer.mayBePrivate = request.allowedPrivateHosts.contains(url.host)
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    began = ContinuousClock.now
    almanac_curl_set_text(easy, CURLOPT_URL, url.text)
    // Credentials are for the origin alone (RFC 9110, section 15.4).
    let fields = url.hasOrigin(of: origin) ? credentials : fields
    almanac_curl_set_list(easy, CURLOPT_HTTPHEADER, fields)
    var left = request.totalTimeout - spent
    if let deadline = request.deadline { left = min(left, deadline - began) }
    almanac_curl_set_long(easy, CURLOPT_TIMEOUT_MS, max(1, left.milliseconds))
    let context = Unmanaged.passUnretained(answer).toOpaque()
    almanac_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    return easy
  }

  private func configure() {
    almanac_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    almanac_curl_set_text(easy, CURLOPT_PROXY, "")
    almanac_curl_set_text(easy, CURLOPT_USERAGENT, userAgent)
    almanac_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    // Or giving up on a name would wait for the resolver, and all other transfers with it.
    almanac_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    almanac_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    almanac_curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
    almanac_curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
    almanac_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.milliseconds)
    almanac_curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 64)
    almanac_curl_set_long(
      easy, CURLOPT_LOW_SPEED_TIME, max(1, request.stallTimeout.milliseconds / 1_000))
    almanac_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.maxBodyBytes))
    almanac_curl_set_long(easy, CURLOPT_BUFFERSIZE, 1 << 16)
    almanac_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    CurlAnswer.setCallbacks(easy)
    fields = Self.list(of: request.headers)
    credentials = Self.list(of: request.headers + request.credentials)
  }

  /// The header lines as curl wants them.
  private static func list(of fields: [HTTPField]) -> UnsafeMutablePointer<curl_slist>? {
    let encodings = HTTPField("Accept-Encoding", ContentEncoding.accepted)
    return ([encodings] + fields).reduce(nil) { list, field in
      // An empty value is written so; with a colon curl would take the header out.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      let bytes = line.unicodeScalars.map {
        CChar(bitPattern: UInt8(truncatingIfNeeded: $0.value))
      }
      return curl_slist_append(list, bytes + [0]) ?? list
    }
  }

  // MARK: Ending

  /// Takes in the result of a hop: either resumes who waits, or wants to go on.
  func finish(_ result: CURLcode) -> Next {
    spent += ContinuousClock.now - began
    do throws(HTTPFailure) {
      if let failure = failure(result) { throw failure }
      let status = number(CURLINFO_RESPONSE_CODE)
      if try follow(status) { return .again }
      try answer.checkComplete()
      continuation.resume(
        returning: .success(
          HTTPResponse(
            status: status, finalURL: url.text, headers: answer.headers, body: answer.body,
            redirects: redirects, wireBytes: answer.wireBytes, elapsed: spent)))
      let isBusy = status == 503 && answer.headers["Retry-After"] != nil
      if status == 429 || isBusy { return .doneForHost }
    } catch {
      fail(error)
    }
    return .done
  }

  private func failure(_ result: CURLcode) -> HTTPFailure? {
    guard result != CURLE_OK else { return answer.failure }
    return answer.failure
      ?? CurlFailure.failure(
        result, message: String(cString: message), host: url.host, request: request, spent: spent,
        answer: answer)
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    almanac_curl_get_long(easy, info, &value)
    return value
  }

  /// Sets up the next hop where the answer is a redirect (RFC 9110, section 15.4).
  private func follow(_ status: Int) throws(HTTPFailure) -> Bool {
    guard [301, 302, 303, 307, 308].contains(status), answer.headers["Location"] != nil else {
      return false
    }
    var text: UnsafePointer<CChar>?
    almanac_curl_get_text(easy, CURLINFO_REDIRECT_URL, &text)
    guard let target = text.map({ String(cString: $0) }) else {
      throw .protocolError("redirect to no URL")
    }
    let next = try RequestURL(target)
    guard redirects.count < request.maxRedirects else {
      throw .redirectLimit(request.maxRedirects)
    }
    if url.isSecure && !next.isSecure || next.hasPassword {
      throw .redirectDenied(to: RequestURL.printable(target))
    }
    guard spent < request.totalTimeout else { throw .timedOut(request.totalTimeout) }
    redirects.append(HTTPRedirect(status: status, to: next.text))
    url = next
    return true
  }
}

extension Duration {
  /// Whole milliseconds, for libcurl; at most some 24 days.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return min(Int(clamping: seconds), 2_000_000) * 1_000
      + Int(attoseconds / 1_000_000_000_000_000)
  }
}
