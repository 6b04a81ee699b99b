public import AlmanacModel
public import AlmanacTime
import Crypto
import Foundation

/// One source to retrieve.
public struct FetchRequest: Sendable {
  public var source: Source
  /// The last good capture, for the conditional request (RFC 9110 section 13.1).
  public var previous: Capture?
  /// What is sent for `{key}` in the URL. Captures, findings and errors hold the URL without it.
  public var secret: String?
  /// The header line that the publisher wants to see; in no capture, finding or error either.
  public var credentials: HTTPField?
  /// Whether "not modified" is an answer: servers that give it for ever are found out by asking
  /// without conditions from time to time.
  public var isConditional = true
  /// Where the source's URL has been found to lead for good; asked instead of it.
  public var movedTo: String?
  /// Which of the source's documents; nil for a source of one.
  public var question: Question?
  /// What takes the place of `{from}` and `{to}` in the URL.
  public var dates: DatedAddress.Span?
  /// The bytes of the last good capture, for pages that are as they were then.
  public var previousBody: (@Sendable () throws -> [UInt8])?

  /// One of the documents of a weather source.
  public struct Question: Sendable {
    /// The request's key, by which its captures are known.
    public var request: String
    /// In the place of the source's URL.
    public var url: String
    /// The address that the document at `url` named lately, where it is the forecast that is named.
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

/// What a retrieval gave.
public struct Retrieval: Sendable {
  public var source: String
  /// The document; nil where the server says that the last one still holds. It is the last one with
  /// new validators where only stamps differ that are new in every answer.
  public var capture: Capture?
  /// The capture's bytes.
  public var body: [UInt8]
  /// Not to be asked before, as the server says (RFC 9111 section 5.2, RFC 9110 section 10.2.3).
  public var nextAttemptAt: Instant?
  /// Where the URL leads for good: the end of the permanent redirects that it begins with (RFC 9110
  /// sections 15.4.2 and 15.4.9).
  public var movedTo: String?
  /// The address of the forecast, where it was read anew.
  public var link: String?
  /// Whether the server answered "not modified"; the capture then has its new validators, if any.
  public var isNotModified = false
  /// What was odd about the answer.
  public var findings: [Finding] = []
}

/// Retrieves sources: files of this machine, and documents of the web, conditionally.
public struct Fetcher: Stage {
  public static let name = StageName.fetch

  /// What one document may cost.
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

  /// A source that can't be retrieved is dropped with its finding; its last good capture stays.
  public func run(_ records: [FetchRequest]) async throws -> Batch<Retrieval> {
    var batch = Batch<Retrieval>()
    for request in records {
      do throws(FetchError) {
        let retrieval = try await retrieve(request)
        batch.keep(retrieval)
        batch.note(contentsOf: retrieval.findings)
      } catch {
        batch.drop(because: Finding(error, source: request.source.id))
      }
    }
    return batch
  }

  /// The same for one source, with what a failure says about the next attempt.
  public func retrieve(_ request: FetchRequest) async throws(FetchError) -> Retrieval {
    switch request.source.location {
    case .file(let path): try readFile(path, for: request)
    case .url(let url):
      try await retrieve(
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
        // It moved: the directory knows where to.
      }
    }
    let directory = try await directory(url, for: request)
    let link = try LinkedForecast(path: path).address(in: directory)
    var retrieval = try await download(link, for: request)
    retrieval.link = link
    return retrieval
  }

  /// The document that says where the forecast stands: what it is, and where it was found at last.
  private func directory(_ url: String, for request: FetchRequest) async throws(FetchError)
    -> LinkedForecast.Directory
  {
    let redaction = Self.redaction(of: request)
    let response = try await send(url, headers: [], for: request)
    guard (200..<300).contains(response.status) else { throw refusal(response, for: request) }
    return LinkedForecast.Directory(
      address: redaction.hiding(in: response.finalURL), body: redaction.hiding(in: response.body))
  }

  private func readFile(_ path: String, for request: FetchRequest) throws(FetchError)
    -> Retrieval
  {
    let body: [UInt8]
    do {
      let folder: [UInt8]? =
        switch request.source.kind {
        case .transit: try TransitFolder.zip(path, limits.maxBytes)
        case .presence: try LogFolder.lines(path, limits.maxBytes)
        default: nil
        }
      if let folder {
        let name = URL(filePath: path).lastPathComponent
        return Retrieval(
          source: request.source.id, capture: capture(of: folder, for: request, origin: name),
          body: folder)
      }
      let values = try URL(filePath: path).resourceValues(forKeys: [
        .fileSizeKey, .isRegularFileKey,
      ])
      guard values.isRegularFile == true else { throw FetchError.notAFile(path: path) }
      guard values.fileSize ?? 0 <= limits.maxBytes else {
        throw FetchError.fileTooLarge(path: path, limit: limits.maxBytes)
      }
      body = [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch let error as FetchError {
      throw error
    } catch {
      throw FetchError.missingFile(path: path)
    }
    guard !body.isEmpty else { throw FetchError.empty(origin: path) }
    // Only the name: the same definition gives the same capture wherever the project lies.
    let origin = URL(filePath: path).lastPathComponent
    var findings: [Finding] = []
    let document = try inflated(body, for: request, noting: &findings)
    let capture = capture(of: document, for: request, origin: origin)
    return Retrieval(
      source: request.source.id, capture: capture, body: document, findings: findings)
  }

  /// The document of a body that is gzip although nothing says so.
  func inflated(
    _ body: [UInt8], for request: FetchRequest, noting findings: inout [Finding]
  ) throws(FetchError) -> [UInt8] {
    guard GzipBody.isGzip(body) else { return body }
    findings.append(GzipBody.finding(source: request.source.id))
    do throws(HTTPFailure) {
      return try GzipBody.inflate(body, limit: limits.maxBytes)
    } catch {
      throw .transport(error)
    }
  }

  private func download(_ url: String, for request: FetchRequest) async throws(FetchError)
    -> Retrieval
  {
    // Validators belong to a URL: those of another one would be answered with a false 304.
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

  /// The capture with the validators of a 304 (RFC 9110, section 15.4.5; RFC 9111, section 4.3.4); nil
  /// if they are the known ones.
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

  /// - Parameters:
  ///   - timeout: nil: that of one document.
  ///   - maxBytes: nil: those of one document.
  func send(
    _ url: String, headers: [HTTPField], for request: FetchRequest, timeout: Duration? = nil,
    maxBytes: Int? = nil
  ) async throws(FetchError) -> HTTPResponse {
    let redaction = Self.redaction(of: request)
    var http = HTTPRequest(
      url: request.movedTo ?? redaction.revealing(WebcalAddress.https(url)))
    http.totalTimeout = timeout ?? .seconds(limits.timeout)
    http.maxBodyBytes = maxBytes ?? limits.maxBytes
    http.allowedPrivateHosts = Set(request.source.allowedHosts)
    http.headers = headers
    http.credentials = request.credentials.map { [$0] } ?? []
    do throws(HTTPFailure) {
      return try await client.send(http)
    } catch .leftAlone {
      throw .leftAlone(until: nil)
    } catch {
      throw .transport(redaction.hiding(in: error))
    }
  }

  func refusal(_ response: HTTPResponse, for request: FetchRequest) -> FetchError {
    let redaction = Self.redaction(of: request)
    // Before it is shortened: half a key would be none that is known.
    let body = redaction.hiding(in: response.body)
    let reason = request.source.weather.flatMap { weather in
      WeatherReader.complaint(in: body, from: weather.provider)
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
    var findings = Self.oddEncoding(response.headers, of: request)
    let document = try inflated(response.body, for: request, noting: &findings)
    guard !document.isEmpty else { throw .empty(origin: url) }
    var body = redaction.hiding(in: document)
    var capture = capture(of: body, for: request, origin: url)
    capture.substance = CaptureSubstance.digest(of: body)
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

  /// Words in `Content-Encoding` that are no codings say nothing about the bytes, which are read as they
  /// are.
  static func oddEncoding(_ headers: HTTPHeaders, of request: FetchRequest) -> [Finding] {
    let words = ContentEncoding.otherWords(headers)
    guard !words.isEmpty else { return [] }
    let names = RequestURL.printable(words.joined(separator: ", "))
    return [
      Finding(
        "W_CONTENT_ENCODING", source: request.source.id,
        message: "'\(names)' in Content-Encoding is no compression; it was ignored, "
          + "tell the publisher")
    ]
  }

  /// Nothing is learned where a secret is sent: it may stand in the target, and is for one host.
  private static func permanentTarget(
    of response: HTTPResponse, _ request: FetchRequest
  ) -> String? {
    guard request.secret == nil, request.credentials == nil else { return nil }
    return response.redirects.prefix { $0.status == 301 || $0.status == 308 }.last?.to
  }

  static func redaction(of request: FetchRequest) -> SecretRedaction {
    SecretRedaction(key: request.secret, others: request.credentials.map(secrets) ?? [])
  }

  /// The value and, of one with a scheme before it, the rest (RFC 9110, section 11.4).
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
