import AlmanacIngest
import AlmanacTestSupport
import Foundation
import Testing

@Suite struct HTTPBoundsTests {
  private let client = HTTPClient.curl(userAgent: "test")

  private func send(
    _ response: LoopbackServer.Response, change: (inout HTTPRequest) -> Void = { _ in }
  ) async throws -> Result<HTTPResponse, HTTPFailure> {
    let server = try LoopbackServer { _ in response }
    var request = HTTPRequest(url: server.url("/"), allowedPrivateHosts: ["127.0.0.1"])
    request.stallTimeout = .seconds(1)
    change(&request)
    do throws(HTTPFailure) {
      return .success(try await client.send(request))
    } catch {
      return .failure(error)
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("A body over the limit is aborted, with or without Content-Length")
  func size() async throws {
    let limit: (inout HTTPRequest) -> Void = { $0.maxBodyBytes = 1_000 }
    let body = [UInt8](repeating: 0x78, count: 1_001)
    #expect(
      try await send(.init(200, body: body), change: limit) == .failure(.tooLarge(limit: 1_000)))
    let chunk = Self.bytes(Self.chunked + "3e9\r\n") + body + Self.bytes("\r\n")
    let endless = [LoopbackServer.Step.send(chunk), .pause(milliseconds: 500)]
    #expect(
      try await send(.init(steps: endless), change: limit) == .failure(.tooLarge(limit: 1_000)))
    let closed = LoopbackServer.Response(steps: [
      .send(Self.bytes("HTTP/1.1 200 OK\r\n\r\n") + body), .close(reset: false),
    ])
    #expect(try await send(closed, change: limit) == .failure(.tooLarge(limit: 1_000)))
    #expect(
      try await send(.init(200, body: Array(body.dropLast())), change: limit).get().status == 200)
  }

  @Test("A body shorter than its declared length is an error")
  func truncated() async throws {
    let short = LoopbackServer.Response(200, [("Content-Length", "500")], text: "short").closing()
    #expect(try await send(short) == .failure(.truncated))
    let chunk = LoopbackServer.Response(steps: [
      .send(Self.bytes(Self.chunked + "5\r\nhello\r\n")), .close(reset: false),
    ])
    #expect(try await send(chunk) == .failure(.truncated))
    let reset = LoopbackServer.Response(steps: [
      .send(Self.bytes("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort")),
      .pause(milliseconds: 50), .close(reset: true),
    ])
    #expect(try await send(reset) == .failure(.truncated))
  }

  @Test(
    "A response that is not HTTP is refused",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 10\r\n\r\nhi", "E_HTTP_PROTOCOL"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2, 10\r\n\r\nhi", "E_HTTP_PROTOCOL"),
      ("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nhi", "E_HTTP_PROTOCOL"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nhi", "E_HTTP_PROTOCOL"),
      ("<html>hello</html>\r\n\r\n", "E_HTTP_PROTOCOL"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhi", "E_HTTP_PROTOCOL"),
      ("", "E_NETWORK"),
    ])
  func protocolErrors(raw: String, code: String) async throws {
    let response = LoopbackServer.Response(steps: [.send(Self.bytes(raw)), .close(reset: false)])
    #expect(try await send(response).failure?.code == code)
  }

  @Test("Headers over the limit abort the response, in many lines or in one")
  func headers() async throws {
    let many = (0..<20_000).map { "X-\($0): 1\r\n" }.joined()
    let one = "X: " + String(repeating: "h", count: 1_000_000) + "\r\n"
    for lines in [many, one] {
      let raw = Self.bytes("HTTP/1.1 200 OK\r\n" + lines + "\r\n")
      let response = LoopbackServer.Response(steps: [.send(raw), .close(reset: false)])
      #expect(try await send(response).failure?.code == "E_HTTP_HEADERS")
    }
  }

  @Test("Trailers are ignored")
  func trailer() async throws {
    let raw = Self.chunked + "2\r\nhi\r\n0\r\nETag: \"trailer\"\r\n\r\n"
    let response = try await send(.init(steps: [.send(Self.bytes(raw))])).get()
    #expect(response.body == Self.bytes("hi"))
    #expect(response.headers["etag"] == nil)
  }

  // MARK: Time

  @Test("A server that sends nothing is a stall")
  func stall() async throws {
    let silent = LoopbackServer.Response(steps: [.pause(milliseconds: 4_000)])
    #expect(try await send(silent) == .failure(.stalled(.seconds(1))))
  }

  @Test("A transfer of a few bytes per second is a stall")
  func slow() async throws {
    let drip = (0..<20).flatMap { _ in
      [LoopbackServer.Step.send([0x78]), .pause(milliseconds: 200)]
    }
    let head = LoopbackServer.Step.send(Self.bytes("HTTP/1.1 200 OK\r\n\r\n"))
    #expect(try await send(.init(steps: [head] + drip)).failure?.code == "E_STALL")
    let result = try await send(.init(steps: [head] + drip)) {
      $0.stallTimeout = .seconds(30)
      $0.totalTimeout = .milliseconds(700)
    }
    #expect(result == .failure(.timedOut(.milliseconds(700))))
  }

  // MARK: Compression

  private static let gzip: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 115, 78, 76, 59, 188, 82, 71, 193, 121, 148, 162, 5, 5, 0,
    117, 82, 238, 191, 94, 1, 0, 0,
  ]
  private static let brotli: [UInt8] = [
    27, 93, 1, 0, 28, 169, 81, 95, 204, 238, 26, 36, 204, 108, 88, 177, 12, 69, 106, 208, 22,
    201, 136, 54, 0,
  ]
  private static let zlib: [UInt8] = [
    120, 156, 115, 78, 76, 59, 188, 82, 71, 193, 121, 148, 162, 5, 5, 0, 170, 206, 137, 229,
  ]
  private static let calendar = bytes("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
  private static let plain = bytes(String(repeating: "Café, ", count: 50))

  /// 64 KiB of zeros, compressed to 97 bytes.
  private static let dense = Data(
    base64Encoded: """
      H4sIAAAAAAACA+3BgQAAAACAIKX96RapCgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGoLUUloAAABAA==
      """)

  @Test("Gzip with several members and both forms of deflate are decompressed")
  func compressed() async throws {
    let encoded: [(String, [UInt8], [UInt8])] = [
      ("gzip", Self.gzip, Self.plain), ("X-GZIP", Self.gzip + [0, 0], Self.plain),
      ("br", Self.brotli, Self.plain), ("br", Self.brotli + [0, 0], Self.plain),
      ("br", [], []), ("gzip, identity", Self.gzip + Self.gzip, Self.plain + Self.plain),
      (
        "deflate", [120, 156, 203, 72, 205, 201, 201, 87, 200, 64, 144, 0, 58, 46, 6, 125],
        Self.bytes("hello hello hello")
      ),
      (
        "deflate", [203, 72, 205, 201, 201, 87, 200, 64, 144, 0],
        Self.bytes("hello hello hello")
      ),
      ("gzip", [], []), ("gzip, gzip", Self.gzip, Self.plain),
    ]
    for (encoding, wire, body) in encoded {
      let response = try await send(.init(200, [("Content-Encoding", encoding)], body: wire)).get()
      #expect(response.body == body)
    }
  }

  @Test(
    "Words in Content-Encoding that are not codings are ignored",
    arguments: ["utf-8", "UTF8", "none", "binary", "aws-chunked", "ISO-8859-1", "identity, none"])
  func noCodings(word: String) async throws {
    let answer = LoopbackServer.Response(200, [("Content-Encoding", word)], body: Self.plain)
    #expect(try await send(answer).get().body == Self.plain)
    let both = LoopbackServer.Response(
      200, [("Content-Encoding", word + ", gzip")], body: Self.gzip)
    #expect(try await send(both).get().body == Self.plain)
  }

  @Test(
    "Unsupported codings are refused",
    arguments: ["compress", "x-compress", "zstd", "exi", "Zstd"])
  func otherCodings(coding: String) async throws {
    let answer = LoopbackServer.Response(200, [("Content-Encoding", coding)], body: Self.plain)
    #expect(try await send(answer).failure?.code == "E_CONTENT_ENCODING")
  }

  @Test(
    "Uncompressed text with a coding, and gzip or zlib under another name, is read",
    arguments: [
      ("gzip", plain, plain, true), ("br", calendar, calendar, true), ("br", gzip, plain, true),
      ("deflate", gzip, plain, false), ("gzip", zlib, plain, false),
    ])
  func wrongCoding(
    coding: String, wire: [UInt8], body: [UInt8], isMislabeled: Bool
  ) async throws {
    let response = try await send(.init(200, [("Content-Encoding", coding)], body: wire)).get()
    #expect(response.body == body)
    #expect(response.isMislabeled == isMislabeled)
  }

  @Test("A truncated or corrupt compressed body is refused")
  func badCompression() async throws {
    for count in 1..<Self.gzip.count {
      let cut = Array(Self.gzip.prefix(count))
      let result = try await send(.init(200, [("Content-Encoding", "gzip")], body: cut))
      #expect(result == .failure(.truncated))
    }
    for count in 1..<Self.brotli.count {
      let cut = Array(Self.brotli.prefix(count))
      let result = try await send(.init(200, [("Content-Encoding", "br")], body: cut))
      #expect(result == .failure(.truncated))
    }
    var corrupt = Self.gzip
    corrupt[25] ^= 1
    for (encoding, wire) in [
      ("gzip", corrupt), ("deflate", corrupt), ("br", [0, 255, 255, 255]),
      ("gzip, br", Self.gzip),
    ] {
      let result = try await send(.init(200, [("Content-Encoding", encoding)], body: wire))
      #expect(result.failure?.code == "E_CONTENT_ENCODING")
    }
  }

  /// 4 MiB of zeros.
  private static let denser: [UInt8] = [
    155, 255, 255, 63, 248, 39, 0, 226, 177, 64, 32, 247, 254, 7,
  ]

  @Test("A Brotli bomb is aborted at the limit")
  func brotliBomb() async throws {
    let result = try await send(.init(200, [("Content-Encoding", "br")], body: Self.denser)) {
      $0.maxBodyBytes = 1 << 20
    }
    #expect(result == .failure(.decodedTooLarge(limit: 1 << 20)))
    let whole = try await send(.init(200, [("Content-Encoding", "br")], body: Self.denser)).get()
    #expect(whole.body.count == 4 << 20)
  }

  @Test("A gzip bomb is aborted at the limit")
  func bomb() async throws {
    let member = try #require(Self.dense)
    let bomb = (0..<1_000).flatMap { _ in Array(member) }
    let result = try await send(.init(200, [("Content-Encoding", "gzip")], body: bomb)) {
      $0.maxBodyBytes = 1 << 20
    }
    #expect(result == .failure(.decodedTooLarge(limit: 1 << 20)))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
