import AlmanacIngest
import AlmanacTestSupport
import Synchronization
import Testing

@Suite struct HTTPClientTests {
  private let client = HTTPClient.curl(userAgent: "Almanac-Test/1 (+https://example.org)")

  private func request(_ server: LoopbackServer, _ path: String = "/") -> HTTPRequest {
    HTTPRequest(url: server.url(path), allowedPrivateHosts: ["127.0.0.1", "localhost"])
  }

  private func failure(
    _ request: HTTPRequest, of other: HTTPClient? = nil
  ) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      _ = try await (other ?? client).send(request)
      return nil
    } catch {
      return error
    }
  }

  @Test("A response has its status, case-insensitive headers and body")
  func answer() async throws {
    let server = try LoopbackServer { _ in
      .init(200, [("ETag", "W/\"a\\\"b, ;c\""), ("X-A", "1"), ("x-a", " 2 \t")], text: "hello")
    }
    let response = try await client.send(request(server, "/feed?x=1"))
    #expect(response.status == 200)
    #expect(response.body == Array("hello".utf8))
    #expect(response.headers["etag"] == "W/\"a\\\"b, ;c\"")
    #expect(response.headers["X-A"] == "2")
    #expect(response.headers.all("x-A") == ["1", "2"])
    #expect(response.finalURL == server.url("/feed?x=1"))
    #expect(response.redirects.isEmpty)
    let sent = try #require(server.requests.first)
    #expect(sent.method == "GET")
    #expect(sent.path == "/feed?x=1")
    #expect(sent.headers["user-agent"] == "Almanac-Test/1 (+https://example.org)")
    #expect(sent.headers["accept-encoding"] == "br, gzip")
    #expect(sent.headers["cookie"] == nil)
    #expect(sent.headers["referer"] == nil)
  }

  @Test(
    "A server that asks for no further requests gets none, a server on another port does",
    arguments: [
      LoopbackServer.Response(429, text: ""), .init(503, [("Retry-After", "60")], text: ""),
    ])
  func leftAlone(refusal: LoopbackServer.Response) async throws {
    let server = try LoopbackServer { _ in refusal }
    let other = try LoopbackServer { _ in .init(503, text: "no time given") }
    let client = HTTPClient.curl(userAgent: "test")
    for server in [server, other] { #expect(await failure(request(server), of: client) == nil) }
    #expect(await failure(request(server, "/other"), of: client) == .leftAlone)
    #expect(await failure(request(other, "/other"), of: client) == nil)
    #expect(server.requests.count == 1 && other.requests.count == 2)
  }

  @Test("Credentials are sent to the first origin only")
  func credentials() async throws {
    let other = try LoopbackServer { _ in .init(200, text: "other") }
    let elsewhere = other.url("/there")
    let server = try LoopbackServer { request in
      switch request.path {
      case "/here": .init(302, [("Location", "/there")])
      case "/away": .init(302, [("Location", elsewhere)])
      default: .init(200, text: "own")
      }
    }
    for path in ["/here", "/away"] {
      var request = request(server, path)
      request.headers = [HTTPField("X-Plain", "1")]
      request.credentials = [HTTPField("Authorization", "Bearer s3cret")]
      _ = try await client.send(request)
    }
    #expect(
      server.requests.map { $0.headers["authorization"] }
        == Array(repeating: "Bearer s3cret", count: 3))
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    #expect(other.requests.first?.headers["x-plain"] == "1")
  }

  @Test("Validators are sent byte for byte, and 304 is a response")
  func notModified() async throws {
    let tag = "W/\"\u{E9}\\\"\""
    let server = try LoopbackServer { request in
      .init(304, [("ETag", request.headers["if-none-match"] == nil ? "none" : "same")])
    }
    var request = request(server)
    request.headers = [HTTPField("If-None-Match", tag), HTTPField("X-Empty", "")]
    let response = try await client.send(request)
    #expect(response.status == 304)
    #expect(response.body.isEmpty)
    #expect(response.headers["etag"] == "same")
    #expect(server.requests.first?.headers["x-empty"] == "")
  }

  @Test("A header with a line break is refused")
  func headerInjection() async throws {
    let server = try LoopbackServer { _ in .init(200) }
    for field in [HTTPField("X", "a\r\nY: b"), HTTPField("X\n", "a"), HTTPField("X", "\u{100}")] {
      var request = request(server)
      request.headers = [field]
      #expect(await failure(request)?.code == "E_URL")
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Connections are reused")
  func reuse() async throws {
    let server = try LoopbackServer { _ in .init(200, text: "x") }
    let elapsed = try await ContinuousClock().measure {
      for _ in 0..<5 { _ = try await client.send(request(server)) }
    }
    // libcurl does not reuse a connection after 118 idle seconds (CURLOPT_MAXAGE_CONN), which can happen
    // on a busy machine.
    #expect(server.connections == 1 || elapsed > .seconds(100))
    #expect(server.requests.count == 5)
  }

  @Test("A refused connection is a network failure")
  func refused() async throws {
    let server = try LoopbackServer { _ in .init(200) }
    let request = request(server)
    server.stop()
    #expect(await failure(request)?.code == "E_NETWORK")
  }

  @Test("Twenty requests to one host run two at a time, in order of arrival")
  func perHost() async throws {
    let server = try LoopbackServer { _ in
      .init(steps: [.pause(milliseconds: 20)] + LoopbackServer.Response(200).steps)
    }
    let requests = (0..<20).map { request(server, "/\($0)") }
    await withTaskGroup(of: HTTPFailure?.self) { group in
      for request in requests { group.addTask { await failure(request) } }
      for await failure in group { #expect(failure == nil) }
    }
    #expect(server.peak == 2)
    #expect(server.requests.count == 20)
  }

  @Test("Requests to one host have the configured time between them")
  func hostGap() async throws {
    let client = HTTPClient.curl(hostGap: .milliseconds(100), userAgent: "test")
    let server = try LoopbackServer { _ in .init(200) }
    let request = request(server)
    let elapsed = await ContinuousClock().measure {
      await withTaskGroup(of: HTTPFailure?.self) { group in
        for _ in 0..<4 { group.addTask { await failure(request, of: client) } }
        for await failure in group { #expect(failure == nil) }
      }
    }
    #expect(server.requests.count == 4)
    #expect(elapsed >= .milliseconds(300))
  }

  @Test("Canceling the task cancels the request")
  func cancellation() async throws {
    let server = try LoopbackServer { _ in .init(steps: [.pause(milliseconds: 600_000)]) }
    let request = request(server)
    let task = Task { await failure(request) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("A client can be released and created again")
  func lifetimes() async throws {
    let server = try LoopbackServer { _ in .init(200, text: "x") }
    for _ in 0..<10 {
      let client = HTTPClient.curl(userAgent: "test")
      #expect(try await client.send(request(server)).status == 200)
    }
  }

  @Test("Each failure has its code and a remedy")
  func descriptions() {
    let failures: [HTTPFailure] = [
      .addressDenied(host: "a", address: "10.0.0.1"), .schemeDenied("file"), .invalidRequest("x"),
      .network("x"), .tls("x"), .timedOut(.seconds(1)), .stalled(.seconds(1)), .redirectLimit(3),
      .redirectDenied(to: "x"), .protocolError("x"), .headersTooLarge(limit: 1), .truncated,
      .tooLarge(limit: 1), .decodedTooLarge(limit: 1), .contentEncoding("x"), .cancelled,
    ]
    #expect(failures[0].description.contains("under 'allow' in feed.yaml"))
    #expect(Set(failures.map(\.code)).count == 15)
    #expect(failures.allSatisfy { $0.code.hasPrefix("E_") && !$0.description.isEmpty })
  }
}
