public import AlmanacModel
public import AlmanacTime
import Crypto
import Foundation

/// A source to retrieve.
public struct FetchRequest: Sendable {
  public var source: Source
  /// The last good capture, for the conditional request (RFC 9110 section 13.1).
  public var previous: Capture?
  /// The value of `{key}` in the URL. Captures, findings and errors contain the placeholder
  /// instead.
  public var secret: String?
  /// The header field for authentication. Captures, findings and errors never contain it.
  public var credentials: HTTPField?
  /// Whether the request is conditional. Some servers respond "not modified" forever; unconditional
  /// requests from time to time detect them.
  public var isConditional = true
  /// The target of a permanent redirect, which is requested instead of the source's URL.
  public var movedTo: String?
  /// One of several documents of the source; nil if it has only one.
  public var question: Question?
  /// The values of `{from}` and `{to}` in the URL.
  public var dates: DatedAddress.Span?
  /// Removes the tokens of a log of submissions; required for sources of that kind.
  public var sealer: SubmissionSealer?
  /// Loads the bytes of the last good capture, to reuse its unchanged pages.
  public var previousBody: (@Sendable () throws -> [UInt8])?

  /// One of several documents of a weather source.
  public struct Question: Sendable {
    /// The key of the request, which its captures have, too.
    public var request: String
    /// Requested instead of the source's URL.
    public var url: String
    /// The address of the forecast, if a previous response of `url` contained it.
    public var link: String?

    public init(request: String, url: String, link: String? = nil) {
      self.request = request
      self.url = url
      self.link = link
    }
  }

  public init(
    source: Source, previous: Capture?, secret: String? = nil, question: Question? = nil
  ) {
    self.source = source
    self.previous = previous
    self.secret = secret
    self.question = question
  }
}

/// The result of a retrieval.
public struct Retrieval: Sendable {
  public var source: String
  /// The new capture; nil if the previous one is still valid. If only timestamps and validators
  /// differ, it is the previous capture with the new validators.
  public var capture: Capture?
  /// The capture's bytes; empty if they are those of the previous capture.
  public var body: [UInt8]
  /// The earliest time for the next request (RFC 9111 section 5.2, RFC 9110 section 10.2.3).
  public var nextAttemptAt: Instant?
  /// The target of the permanent redirects at the beginning of the redirect chain (RFC 9110
  /// sections 15.4.2 and 15.4.9).
  public var movedTo: String?
  /// The address of the forecast, if it was read in this retrieval.
  public var link: String?
  /// Whether the response was "not modified". `capture` then has new validators, if there are any.
  public var isNotModified = false
  /// Oddities of the response.
  public var findings: [Finding] = []
}

/// The limits for one of several responses.
struct FetchBudget {
  var timeout: Duration
  /// Includes the wait for other requests to the host.
  var deadline: ContinuousClock.Instant
  var maxBytes: Int
}

/// Retrieves sources: local files, and web documents with conditional requests.
public struct Fetcher: Sendable {
  /// The limits for one document.
  public struct Limits: Hashable, Sendable {
    /// Seconds.
    public var timeout: Int
    public var maxBytes: Int

    public init(timeout: Int = 60, maxBytes: Int = 64_000_000) {
      self.timeout = timeout
      self.maxBytes = maxBytes
    }
  }

  private let client: HTTPClient
  let now: Instant
  let limits: Limits

  public init(client: HTTPClient, now: Instant, limits: Limits = Limits()) {
    self.client = client
    self.now = now
    self.limits = limits
  }

  /// Retrieves one source.
  public func retrieve(_ request: FetchRequest) async throws(FetchError) -> Retrieval {
    guard (request.source.kind == .submissions) == (request.sealer != nil) else {
      throw .missingKey("a log of submissions is not stored with its tokens")
    }
    switch request.source.location {
    case .file(let path): return try readFile(path, for: request)
    case .url(let url):
      return try await retrieve(
        request.question?.url ?? request.dates.map { DatedAddress.filled(url, with: $0) } ?? url,
        for: request)
    }
  }

  private func retrieve(_ url: String, for request: FetchRequest) async throws(FetchError)
    -> Retrieval
  {
    if let rule = request.source.pages {
      return try await retrievePages(url, by: rule, for: request)
    }
    guard let path = request.source.weather?.follow else {
      return try await download(url, for: request)
    }
    if let link = request.question?.link {
      do throws(FetchError) {
        return try await download(link, for: request)
      } catch .status(404, _, _, _), .status(410, _, _, _) {
        // The stored link is outdated: read it again.
      }
    }
    let directory = try await directory(url, for: request)
    let link = try ForecastLink(path: path).address(in: directory)
    var retrieval = try await download(link, for: request)
    retrieval.link = link
    return retrieval
  }

  /// Requests the document that contains the link to the forecast.
  private func directory(_ url: String, for request: FetchRequest) async throws(FetchError)
    -> ForecastLink.Directory
  {
    let redaction = Self.redaction(of: request)
    let response = try await send(url, headers: [], for: request)
    guard (200..<300).contains(response.status) else { throw refusal(response, for: request) }
    return ForecastLink.Directory(
      address: redaction.hiding(in: response.finalURL), body: redaction.hiding(in: response.body))
  }

  /// The document made of a folder or of a log with tokens; nil for other paths.
  private func assembled(_ path: String, for request: FetchRequest) throws -> [UInt8]? {
    switch request.source.kind {
    case .transit: return try LocalFiles.tables(path, limits.maxBytes)
    case .presence: return try LocalFiles.lines(path, limits.maxBytes)
    default:
      guard let sealer = request.sealer else { return nil }
      let files = try LocalFiles.folder(
        path, limits.maxBytes, extensions: ["ndjson", "jsonl", "csv"])
      return sealer.sealed(
        try files?.map { ($0.name, $0.bytes) }
          ?? [(nil, LocalFiles.bytes(path, limits.maxBytes))])
    }
  }

  private func readFile(_ path: String, for request: FetchRequest) throws(FetchError)
    -> Retrieval
  {
    let body: [UInt8]
    do {
      if let assembled = try assembled(path, for: request) {
        let name = URL(filePath: path).lastPathComponent
        return Retrieval(
          source: request.source.id, capture: capture(of: assembled, for: request, origin: name),
          body: assembled)
      }
      body = try LocalFiles.bytes(path, limits.maxBytes)
    } catch let error as FetchError {
      throw error
    } catch {
      throw FetchError.missingFile(path: path)
    }
    guard !body.isEmpty else { throw FetchError.empty(origin: path) }
    // Only the file's name, so that captures do not depend on the project's folder.
    let origin = URL(filePath: path).lastPathComponent
    var findings: [Finding] = []
    let document = try inflated(body, for: request, noting: &findings)
    let capture = capture(of: document, for: request, origin: origin)
    return Retrieval(
      source: request.source.id, capture: capture, body: document, findings: findings)
  }

  /// Decompresses a body that is compressed without a label; returns others unchanged.
  func inflated(
    _ body: [UInt8], for request: FetchRequest, noting findings: inout [Finding]
  ) throws(FetchError) -> [UInt8] {
    do throws(HTTPFailure) {
      guard let text = try UnlabeledCompression.decompressed(body, limit: limits.maxBytes)
      else { return body }
      findings.append(UnlabeledCompression.finding(source: request.source.id))
      return text
    } catch {
      throw .transport(error)
    }
  }

  private func download(_ url: String, for request: FetchRequest) async throws(FetchError)
    -> Retrieval
  {
    // Validators are valid for one URL: those of another one could cause a false 304.
    let previous = request.previous?.origin == url ? request.previous : nil
    let conditions =
      request.isConditional
      ? Self.conditions(etag: previous?.etag, lastModified: previous?.lastModified) : []
    let response = try await send(url, headers: conditions, for: request)
    switch response.status {
    case 200..<300: return try received(response, from: url, for: request)
    case 304 where request.isConditional:
      guard let previous else { throw refusal(response, for: request) }
      return Retrieval(
        source: request.source.id, capture: revalidated(previous, by: response, for: request),
        body: [], nextAttemptAt: freshUntil(response),
        movedTo: Self.permanentTarget(of: response, request), isNotModified: true)
    default: throw refusal(response, for: request)
    }
  }

  /// The previous capture with the validators of a 304 response (RFC 9110, section 15.4.5; RFC
  /// 9111, section 4.3.4); nil if they are unchanged.
  private func revalidated(
    _ previous: Capture, by response: HTTPResponse, for request: FetchRequest
  ) -> Capture? {
    let validators = Validators(response.headers, now: Int(now.secondsSinceEpoch))
    let redaction = Self.redaction(of: request)
    var capture = previous
    capture.etag = redaction.clears(validators.etag) ?? previous.etag
    capture.lastModified = redaction.clears(validators.lastModified) ?? previous.lastModified
    return capture == previous ? nil : capture
  }

  /// Sends a request with the source's options.
  ///
  /// - Parameter budget: nil: the limits for one document.
  func send(
    _ url: String, headers: [HTTPField], for request: FetchRequest,
    within budget: FetchBudget? = nil
  ) async throws(FetchError) -> HTTPResponse {
    let redaction = Self.redaction(of: request)
    var http = HTTPRequest(
      url: request.movedTo ?? redaction.revealing(WebcalAddress.https(url)))
    http.totalTimeout = budget?.timeout ?? .seconds(limits.timeout)
    http.deadline = budget?.deadline
    http.maxBodyBytes = budget?.maxBytes ?? limits.maxBytes
    http.allowedPrivateHosts = Set(request.source.allowedHosts)
    http.headers = headers
    http.credentials = request.credentials.map { [$0] } ?? []
    do throws(HTTPFailure) {
      let response = try await client.send(http)
      guard !response.isPart else { throw .truncated }
      return response
    } catch .leftAlone {
      throw .leftAlone(until: nil)
    } catch {
      throw .transport(redaction.hiding(in: error))
    }
  }

  /// The error for a response with an unusable status.
  func refusal(_ response: HTTPResponse, for request: FetchRequest) -> FetchError {
    let redaction = Self.redaction(of: request)
    // Redact before the message is shortened: a truncated key would not be recognized.
    let body = redaction.hiding(in: response.body)
    let reason = request.source.weather.flatMap { weather in
      WeatherReader.providerError(in: body, from: weather.provider)
    }
    return .status(
      response.status, retryAt: retryAt(response), origin: redaction.hiding(in: response.finalURL),
      reason: reason.map { redaction.hiding(in: $0) })
  }

  private func received(
    _ response: HTTPResponse, from url: String, for request: FetchRequest
  ) throws(FetchError) -> Retrieval {
    guard !response.body.isEmpty else { throw .empty(origin: url) }
    let redaction = Self.redaction(of: request)
    var findings = Self.oddEncoding(response, of: request)
    let document = try inflated(response.body, for: request, noting: &findings)
    guard !document.isEmpty else { throw .empty(origin: url) }
    var body = redaction.hiding(in: document)
    if let sealer = request.sealer { body = sealer.sealed([(nil, body)]) }
    var capture = capture(of: body, for: request, origin: url)
    capture.substance = ContentFingerprint.digest(of: body)
    if let previous = request.previous, previous.origin == url, capture.substance != nil,
      previous.substance == capture.substance
    {
      capture = previous
      body = []
    }
    let validators = Validators(response.headers, now: Int(now.secondsSinceEpoch))
    capture.etag = redaction.clears(validators.etag)
    capture.lastModified = redaction.clears(validators.lastModified)
    capture.contentType = redaction.clears(response.headers["Content-Type"])
    capture.contentLanguage = redaction.clears(response.headers["Content-Language"])
    capture.contentLocation = redaction.clears(response.headers["Content-Location"])
    capture.nextPage = redaction.clears(LinkHeader.next(response.headers))
    return Retrieval(
      source: request.source.id, capture: capture, body: body,
      nextAttemptAt: freshUntil(response), movedTo: Self.permanentTarget(of: response, request),
      findings: findings)
  }

  /// The finding about words in `Content-Encoding` that are not codings, or not that of the body.
  static func oddEncoding(_ response: HTTPResponse, of request: FetchRequest) -> [Finding] {
    let isWrong = response.isMislabeled
    let words =
      isWrong
      ? response.headers.list("Content-Encoding") : ContentEncoding.otherWords(response.headers)
    guard !words.isEmpty else { return [] }
    let names = RequestURL.printable(words.joined(separator: ", "))
    return [
      Finding(
        "W_CONTENT_ENCODING", source: request.source.id,
        message: "'\(names)' in Content-Encoding is not "
          + "\(isWrong ? "the compression of the body" : "a compression") and was ignored; "
          + "report it to the publisher")
    ]
  }

  /// nil for requests with a secret: the target may contain it, and the secret is for one host
  /// only.
  private static func permanentTarget(
    of response: HTTPResponse, _ request: FetchRequest
  ) -> String? {
    guard request.secret == nil, request.credentials == nil else { return nil }
    return response.redirects.prefix { $0.status == 301 || $0.status == 308 }.last?.to
  }

  static func redaction(of request: FetchRequest) -> SecretRedaction {
    SecretRedaction(key: request.secret, others: request.credentials.map(secrets) ?? [])
  }

  /// The value of the field, and the value without its scheme (RFC 9110, section 11.4).
  private static func secrets(of credentials: HTTPField) -> [String] {
    [credentials.value]
      + credentials.value.split(separator: " ", maxSplits: 1).dropFirst().map(String.init)
  }

  func capture(of body: [UInt8], for request: FetchRequest, origin: String) -> Capture {
    let digest = SHA256.hash(data: body)
    return Capture(
      source: request.source.id, request: request.question?.request ?? "",
      sha256: HexDigits.text(of: digest),
      byteCount: body.count, fetchedAt: now, origin: origin)
  }

  func freshUntil(_ response: HTTPResponse) -> Instant? {
    CacheLifetime.seconds(response.headers, now: Int(now.secondsSinceEpoch)).map { now + $0 }
  }

  private func retryAt(_ response: HTTPResponse) -> Instant? {
    guard response.status == 429 || response.status == 503,
      let value = response.headers["Retry-After"],
      let seconds = RetryAfter.parse(value, now: Int(now.secondsSinceEpoch))
    else { return nil }
    return now + seconds
  }

  static func conditions(etag: String?, lastModified: String?) -> [HTTPField] {
    [
      etag.map { HTTPField("If-None-Match", $0) },
      lastModified.map { HTTPField("If-Modified-Since", $0) },
    ].compactMap(\.self)
  }
}
