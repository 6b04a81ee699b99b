import CLibCurl
import Glibc

/// One request with its redirects. Used on the worker's thread only.
final class CurlTransfer {
  /// What the worker must do after a hop.
  enum Next {
    /// Nothing: the caller has its response.
    case done
    /// Start the next hop.
    case redirect
    /// Send the server no further requests, as it asks.
    case leaveAlone
  }

  let id: Int
  private(set) var url: RequestURL
  private let request: HTTPRequest
  private let userAgent: String
  private let continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
  private var easy: UnsafeMutableRawPointer?
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// `fields` and the credentials.
  private var credentials: UnsafeMutablePointer<curl_slist>?
  /// The URL of the first hop.
  private let origin: RequestURL
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var redirects: [HTTPRedirect] = []
  private var spent: Duration = .zero
  private var began = ContinuousClock.now
  private var handler: CurlResponseHandler

  init(_ job: CurlJob, userAgent: String) {
    id = job.id
    request = job.request
    url = job.url
    origin = job.url
    continuation = job.continuation
    self.userAgent = userAgent
    handler = CurlResponseHandler(request: job.request)
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

  // MARK: Starting a hop

  /// Throws if header fields cannot be sent, such as a value with a line break, which would inject
  /// another field.
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

  /// Configures the easy handle for the next hop; nil if there is not enough memory.
  func prepare() -> UnsafeMutableRawPointer? {
    if easy == nil {
      easy = curl_easy_init()
      configure()
    }
    handler = CurlResponseHandler(request: request)
    handler.mayBePrivate = request.allowedPrivateHosts.contains(url.host)
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    began = ContinuousClock.now
    almanac_curl_set_pointer(easy, CURLOPT_URL, url.text)
    // Send credentials to the first origin only (RFC 9110, section 15.4).
    let fields = url.hasOrigin(of: origin) ? credentials : fields
    almanac_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
    var left = request.totalTimeout - spent
    if let deadline = request.deadline { left = min(left, deadline - began) }
    almanac_curl_set_long(easy, CURLOPT_TIMEOUT_MS, max(1, left.milliseconds))
    let context = Unmanaged.passUnretained(handler).toOpaque()
    almanac_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    return easy
  }

  private func configure() {
    almanac_curl_set_pointer(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    almanac_curl_set_pointer(easy, CURLOPT_PROXY, "")
    almanac_curl_set_pointer(easy, CURLOPT_USERAGENT, userAgent)
    almanac_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    // Without it, a timeout during name resolution waits for the resolver's thread and blocks all
    // other transfers.
    almanac_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    almanac_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    almanac_curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
    almanac_curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
    almanac_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.milliseconds)
    almanac_curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 64)
    almanac_curl_set_long(
      easy, CURLOPT_LOW_SPEED_TIME, max(1, request.stallTimeout.milliseconds / 1_000))
    almanac_curl_set_long(easy, CURLOPT_MAXFILESIZE, request.maxBodyBytes)
    almanac_curl_set_long(easy, CURLOPT_BUFFERSIZE, 1 << 16)
    almanac_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    CurlResponseHandler.setCallbacks(easy)
    fields = Self.list(of: request.headers)
    credentials = Self.list(of: request.headers + request.credentials)
  }

  /// The header fields as a libcurl list.
  private static func list(of fields: [HTTPField]) -> UnsafeMutablePointer<curl_slist>? {
    let encodings = HTTPField("Accept-Encoding", ContentEncoding.accepted)
    return ([encodings] + fields).reduce(nil) { list, field in
      // libcurl's syntax for an empty value is a semicolon; a colon would remove the field.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      let bytes = line.unicodeScalars.map {
        CChar(bitPattern: UInt8(truncatingIfNeeded: $0.value))
      }
      return curl_slist_append(list, bytes + [0]) ?? list
    }
  }

  // MARK: Ending a hop

  /// Processes the result of a hop: resumes the caller, unless the response is a redirect to
  /// follow.
  func finish(_ result: CURLcode) -> Next {
    spent += ContinuousClock.now - began
    do throws(HTTPFailure) {
      if let failure = failure(result) { throw failure }
      let status = number(CURLINFO_RESPONSE_CODE)
      if try follow(status) { return .redirect }
      try handler.checkComplete()
      var response = HTTPResponse(
        status: status, finalURL: url.text, headers: handler.headers, body: handler.body)
      response.redirects = redirects
      response.isMislabeled = handler.isMislabeled
      continuation.resume(returning: .success(response))
      let isBusy = status == 503 && handler.headers["Retry-After"] != nil
      if status == 429 || isBusy { return .leaveAlone }
    } catch {
      fail(error)
    }
    return .done
  }

  private func failure(_ result: CURLcode) -> HTTPFailure? {
    guard result != CURLE_OK else { return handler.failure }
    return handler.failure
      ?? CurlFailure.failure(
        result, message: String(cString: message), host: url.host, request: request, spent: spent,
        handler: handler)
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    almanac_curl_get_long(easy, info, &value)
    return value
  }

  /// Sets the URL of the next hop if the response is a redirect (RFC 9110, section 15.4).
  private func follow(_ status: Int) throws(HTTPFailure) -> Bool {
    guard [301, 302, 303, 307, 308].contains(status), handler.headers["Location"] != nil else {
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
    guard url.allowsRedirect(to: next) else {
      throw .redirectDenied(to: RequestURL.printable(target))
    }
    guard spent < request.totalTimeout else { throw .timedOut(request.totalTimeout) }
    redirects.append(HTTPRedirect(status: status, to: next.text))
    url = next
    return true
  }
}

extension Duration {
  /// Whole milliseconds, at most 2,000,000 seconds, so that they fit libcurl's 32-bit options.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return min(Int(clamping: seconds), 2_000_000) * 1_000
      + Int(attoseconds / 1_000_000_000_000_000)
  }
}
